import { resolve } from "node:path";
import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { release } from "../config/release.ts";
import { logger } from "../logger.ts";
import { restoreBackup } from "../platform/backup/restore.ts";
import { type InstallationPlaces, writeBackup } from "../platform/backup/write.ts";
import { loadDataKey } from "../platform/data-key.ts";
import { takeLock } from "../platform/lock.ts";
import { requireOwnFolder } from "../platform/ownership.ts";
import { embeddedAdminUrl, startPostgres } from "../platform/postgres.ts";
import { dataKeyFingerprint } from "../services/data-keys/fingerprint.ts";
import { passLostPositions } from "../store/event/restored.ts";
import { newestApplied, newestMigration } from "../store/migrate.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { openStore } from "./operator-keys.ts";
import { Progress } from "./output/progress.ts";
import { interruptible } from "./signals.ts";

const backupHelp = `
Copies the embedded database while the service runs. The copy holds every transaction that was committed when the command started, and
no half of a transaction. The backup also holds the data key, the certificates of the tiers, the trust root (pki), the API keys of
the sandbox and the private keys of the wallets that pda wallet has made here. A data key that dataKeyCommand prints is in no backup.

THE BACKUP IS AS SECRET AS THE INSTALLATION: its reader can decrypt the sealed secrets, sign as the publishers and pay from these
wallets. --without-keys leaves the keys out; back them up separately. Without the data key the sealed secrets are lost.

The backup does not hold the settings (pda.config.yaml, the environment), nor files outside the data folder that settings name, such as
the signing key of a network.

The folder is called <folder>.partial until the backup is complete. Ctrl-C removes the partial folder and exits with 130.

Examples:
  $ pda backup /backup/pda-2026-11-22
  $ pda backup --without-keys /backup/pda-2026-11-22`;

const restoreHelp = `
Checks every file of the backup and copies it to the places that the settings name (dataDir, pki.dir, dataKeyFile). Then starts the
database once to see that it recovers, and lets its log of events continue far behind the last one, so that nobody who has seen events
that are lost passes over new ones. The command overwrites nothing: these places must be empty. Afterwards run:

  $ pda up                        starts the service
  $ pda ledger verify             checks the ledger
  $ pda settlement problems       lists payouts on a network that the restored database does not know (SEQUENCE_AHEAD)

Examples:
  $ pda restore /backup/pda-2026-11-22
  $ PDA_DATA_DIR=/srv/pda pda restore /backup/pda-2026-11-22`;

/** `pda backup` */
export function backupCommand(): Command {
  return new Command("backup")
    .description("Back up the embedded database and its keys into a new folder, while the service runs")
    .argument("<folder>", "folder to create; it must not exist")
    .option(
      "--without-keys",
      "leave out the data key, the certificates with their keys, the API keys and the keys of wallets",
    )
    .addHelpText("after", backupHelp)
    .action(async (folder: string, { withoutKeys = false }: { withoutKeys?: boolean }) => {
      const config = loadConfig();
      requireEmbedded(config);
      const { dataDir, database } = config;
      const to = resolve(folder);
      const began = performance.now();
      using shown = new Progress("", process.stderr, megabytes);
      const manifest = await withDatabase(
        config,
        async (url) => {
          const adminUrl = embeddedAdminUrl({ dir: dataDir, port: database.embeddedPort });
          if (!adminUrl)
            throw new CommandError("the data folder has no embedded database to back up", "see: pda doctor");
          const migration = await newestApplied(url);
          const interrupted = {
            message: `the backup was interrupted; ${to}.partial was removed`,
            advice: "run the command again",
          };
          return interruptible(
            () => interrupted,
            (signal) =>
              writeBackup({
                to,
                places: placesOf(config),
                adminUrl,
                withKeys: !withoutKeys,
                requireKey: (file) => requireKeyOf(config, url, file),
                version: release.version,
                migration,
                progress: process.stderr.isTTY ? shown.tell : tenths(),
                signal,
              }),
          );
        },
        { migrated: false },
      );
      shown[Symbol.dispose]();
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      const seconds = Math.round(performance.now() - began) / 1000;
      console.log(`backup ${to}: ${manifest.files.length} files, ${megabytes(bytes)}, in ${seconds} s`);
      if (manifest.keys && config.dataKeyCommand)
        console.log(
          "the data key is not in the backup, because dataKeyCommand prints it: back it up separately",
        );
      console.log(
        manifest.keys
          ? "the backup holds the private keys of this installation: store it where only the operators can read it"
          : "the backup does not hold the data key, the certificates' private keys and the keys of wallets: back them up separately",
      );
    });
}

/** `pda restore` */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("Restore a backup into an empty installation; overwrites nothing")
    .argument("<folder>", "folder that pda backup created")
    .addHelpText("after", restoreHelp)
    .action(async (folder: string) => {
      const config = loadConfig();
      requireEmbedded(config);
      const { dataDir, database } = config;
      requireOwnFolder(dataDir);
      using held = new DisposableStack();
      held.use(takeLock(dataDir, "pda restore"));
      const say = (text: string): void => console.error(text);
      const places = placesOf(config);
      const manifest = await restoreBackup({
        from: resolve(folder),
        places,
        migration: newestMigration(),
        say,
      });
      say("starting the database once");
      const log = logger("database", { level: "warn" });
      await using postgres = await startPostgres({ dir: dataDir, port: database.embeddedPort, log });
      const migration = await newestApplied(postgres.url);
      await passLostPositions(postgres.url);
      console.log(`restored into ${dataDir}: the state of ${manifest.createdAt}, schema ${migration}`);
      if (manifest.keys && config.dataKeyCommand)
        console.log("the data key was not restored: dataKeyCommand has to print the key of this state");
      if (!manifest.keys)
        console.log(
          `the backup has no keys: restore ${places.dataKeyFile ?? "the data key"} and ${places.pkiDir} before you run pda up`,
        );
      console.log("next: pda up, then pda ledger verify and pda settlement problems");
    });
}

/** @throws CommandError when DATABASE_URL names a database that the operator runs */
function requireEmbedded({ database }: Config): void {
  if (database.url)
    throw new CommandError(
      "pda backup and pda restore work on the embedded database only, and DATABASE_URL names another database",
      'back up that database with PostgreSQL\'s own tools, see docs/operations.md, "Backup"',
    );
}

/** @throws CommandError when the database belongs to another data key by now, so that the copied key would not open the copy */
async function requireKeyOf(config: Config, url: string, dataKeyFile: string): Promise<void> {
  await using store = await openStore(config, url);
  const known = await store.read.installation.fingerprint("data_key");
  if (known && !known.equals(dataKeyFingerprint(loadDataKey(dataKeyFile))))
    throw new CommandError(
      "the data key of the settings is not the data key of this database, or it was replaced during the backup",
      "wait for pda keys rotate-data to end, then run the command again; see: pda doctor",
    );
}

const placesOf = ({ dataDir, dataKeyFile, pki }: Config): InstallationPlaces => ({
  dataDir,
  dataKeyFile,
  pkiDir: pki.dir,
});

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Returns a function that prints the progress once per 10 %. */
function tenths(): (done: number, total: number) => void {
  let said = -1;
  return (done, total) => {
    const tenth = total === 0 ? 0 : Math.floor((done / total) * 10);
    if (tenth <= said) return;
    said = tenth;
    console.error(`${String(tenth * 10).padStart(3)} %  ${megabytes(done)} of about ${megabytes(total)}`);
  };
}
