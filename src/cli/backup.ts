import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { logger } from "../logger.ts";
import { restoreBackup } from "../platform/backup/restore.ts";
import { type InstallationPlaces, writeBackup } from "../platform/backup/write.ts";
import { takeLock } from "../platform/lock.ts";
import { requireOwnFolder } from "../platform/ownership.ts";
import { embeddedAdminUrl, startPostgres } from "../platform/postgres.ts";
import { newestApplied, newestMigration } from "../store/migrate.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { interruptible } from "./signals.ts";

const backupHelp = `
Copies the embedded database while it works: everything that was acknowledged when the command began is in the copy, and no part of
anything. With it go the data key, the certificates of the tiers and the trust root (pki), and the keys of the sandbox. THE FOLDER IS AS
SECRET AS THE INSTALLATION: who has it can read what is sealed and sign as the publishers. --without-keys leaves the keys out, to be kept
apart; without the data key what is sealed is lost. Settings (pda.config.yaml, the environment) and files that they name elsewhere,
such as the signer's key of a network, are not in it.

The folder appears when it is complete; until then it is called <folder>.partial. Ctrl-C removes that and exits with 130.

Examples:
  $ pda backup /backup/pda-2026-11-22
  $ pda backup --without-keys /backup/pda-2026-11-22`;

const restoreHelp = `
Checks every file of the backup, puts it where the settings say that an installation is (dataDir, pki.dir, dataKeyFile), and starts the
database once to see that it recovers. It overwrites nothing: those places must be empty. Then:

  $ pda up                        starts it
  $ pda ledger verify             checks the ledger
  $ pda settlement problems       tells whether a network has paid what this state does not know (SEQUENCE_AHEAD)

Examples:
  $ pda restore /backup/pda-2026-11-22
  $ PDA_DATA_DIR=/srv/pda pda restore /backup/pda-2026-11-22`;

/** `pda backup` */
export function backupCommand(): Command {
  return new Command("backup")
    .description("Copy the embedded database and its keys into a new folder, while everything runs")
    .argument("<folder>", "the folder to be made")
    .option("--without-keys", "leave the data key, the certificates' keys and the API keys out")
    .addHelpText("after", backupHelp)
    .action(async (folder: string, { withoutKeys = false }: { withoutKeys?: boolean }) => {
      const config = loadConfig();
      requireEmbedded(config);
      const { dataDir, database } = config;
      const to = resolve(folder);
      const began = performance.now();
      const manifest = await withDatabase(
        config,
        async (url) => {
          const adminUrl = embeddedAdminUrl({ dir: dataDir, port: database.embeddedPort });
          if (!adminUrl) throw new CommandError("there is no database to copy", "see: pda doctor");
          const migration = await newestApplied(url);
          const interrupted = {
            message: `the backup was interrupted; ${to}.partial is removed, nothing of it is left`,
            advice: "run it again for a backup",
          };
          return interruptible(interrupted, (signal) =>
            writeBackup({
              to,
              places: placesOf(config),
              adminUrl,
              withKeys: !withoutKeys,
              version: version(),
              migration,
              progress: tenths(),
              signal,
            }),
          );
        },
        { migrated: false },
      );
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      const seconds = Math.round(performance.now() - began) / 1000;
      console.log(`backup ${to}: ${manifest.files.length} files, ${megabytes(bytes)}, in ${seconds} s`);
      console.log(
        manifest.keys
          ? "it holds the private keys of this installation: keep it where only its operators can read it"
          : "the data key and the certificates' keys are not in it: back them up apart",
      );
    });
}

/** `pda restore` */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("Put a backup where an installation is to be; overwrites nothing")
    .argument("<folder>", "the folder that pda backup has made")
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
      console.log(`restored into ${dataDir}: the state of ${manifest.createdAt}, schema ${migration}`);
      if (!manifest.keys)
        console.log(
          `the backup has no keys: put back ${places.dataKeyFile} and ${places.pkiDir} before you start it`,
        );
      console.log("next: pda up, then pda ledger verify and pda settlement problems");
    });
}

/** @throws CommandError for a database that is somebody else's to back up */
function requireEmbedded({ database }: Config): void {
  if (database.url)
    throw new CommandError(
      "this is for the embedded database, and DATABASE_URL names another one",
      'back that up with its own tools, see docs/operations.md, "Backup"',
    );
}

const placesOf = ({ dataDir, dataKeyFile, pki }: Config): InstallationPlaces => ({
  dataDir,
  dataKeyFile,
  pkiDir: pki.dir,
});

const version = (): string =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Says each tenth of the way once. */
function tenths(): (done: number, total: number) => void {
  let said = -1;
  return (done, total) => {
    const tenth = total === 0 ? 0 : Math.floor((done / total) * 10);
    if (tenth <= said) return;
    said = tenth;
    console.error(`${String(tenth * 10).padStart(3)} %  ${megabytes(done)} of about ${megabytes(total)}`);
  };
}
