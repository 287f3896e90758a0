import { resolve } from "node:path";
import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { dataKeySource, loadDataKey, writeDataKey } from "../platform/data-key.ts";
import { dataKeyFingerprint } from "../services/data-keys/fingerprint.ts";
import { rotateDataKey } from "../services/data-keys/rotate.ts";
import { replaceOuterKey } from "../services/data-keys/stored-keys.ts";
import { exclusively } from "../store/exclusive.ts";
import type { Store } from "../store/store.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { openStore } from "./operator-keys.ts";

const PROGRESS_MS = 1_000;

const help = `
Makes a new data key, seals every stored secret anew with it while the service runs, and removes the former key. Takes about 20 seconds and
the time for sealing. Interrupted at any point, it goes on when it is run again. Every core must be of a version that has this command.

The data keys lie in the database, encrypted with the key of dataKeyFile or dataKeyCommand. That key is replaced on request:

  --new-key-file   puts the key of this file in the place of dataKeyFile and keeps the former key beside it.
  --old-key-file   for a key that is in place already (on several machines, or printed by dataKeyCommand): the former key is in this file.

Examples:
  $ pda keys rotate-data
  $ (umask 077; head -c 32 /dev/urandom | base64 > new.key)
  $ pda keys rotate-data --new-key-file new.key
  $ pda keys rotate-data --old-key-file former.key`;

interface RotateDataOptions {
  readonly newKeyFile?: string;
  readonly oldKeyFile?: string;
}

/** `pda keys rotate-data` */
export function rotateDataCommand(): Command {
  return new Command("rotate-data")
    .description("Replace the key that seals secrets in the database, and seal them anew")
    .option("--new-key-file <file>", "also replace the key in dataKeyFile by the key in this file")
    .option("--old-key-file <file>", "the key of the settings is new, and this file holds the former key")
    .addHelpText("after", help)
    .action(async (options: RotateDataOptions) => {
      if (options.newKeyFile !== undefined && options.oldKeyFile !== undefined)
        throw new CommandError("--new-key-file and --old-key-file exclude each other", "give one of them");
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        const rotation = await exclusively(url, "rotate-data", async () => {
          await using store = await openStore(config, url);
          await rotate(store, await outerKey(store, config, options));
        });
        if (!rotation)
          throw new CommandError(
            "another pda keys rotate-data is running on this database",
            "wait until it has ended",
          );
      });
    });
}

async function rotate(store: Store, outerKey: Uint8Array): Promise<void> {
  const began = performance.now();
  const counts = new Map<string, number>();
  let said = 0;
  const version = await rotateDataKey({
    store,
    outerKey,
    say: (text) => console.error(text),
    progress: (column, resealed) => {
      counts.set(column, resealed);
      if (performance.now() - said < PROGRESS_MS) return;
      said = performance.now();
      console.error(`  ${column}: ${resealed} values sealed anew`);
    },
  });
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${total} values were sealed anew in ${seconds} s`);
  console.log(`data key version ${version} seals every secret; older versions are removed`);
}

/** Returns the key outside of the database, after it was replaced on request. */
function outerKey(store: Store, config: Config, options: RotateDataOptions): Promise<Uint8Array> {
  if (options.newKeyFile !== undefined) return installNewKey(store, config, resolve(options.newKeyFile));
  if (options.oldKeyFile !== undefined) return acceptNewKey(store, config, resolve(options.oldKeyFile));
  return dataKeySource(config).read();
}

/**
 * The database belongs to the new key before the file does. An interruption in between keeps cores from starting, until the command is
 * repeated; the other order could lose the former key while the database needs it.
 */
async function installNewKey(store: Store, config: Config, newKeyFile: string): Promise<Uint8Array> {
  const { dataKeyFile } = config;
  if (dataKeyFile === undefined)
    throw new CommandError(
      "--new-key-file replaces dataKeyFile, and the settings name dataKeyCommand",
      "make the command print the new key, then run pda keys rotate-data --old-key-file with the former key",
    );
  if (newKeyFile === dataKeyFile)
    throw new CommandError("--new-key-file names dataKeyFile itself", "write the new key to another file");
  const to = loadDataKey(newKeyFile);
  const from = loadDataKey(dataKeyFile);
  if (from.equals(to)) return to;
  const former = `${dataKeyFile}.${dataKeyFingerprint(from).toString("hex").slice(0, 8)}`;
  writeDataKey(former, from);
  await replaceOuterKey(store, from, to);
  writeDataKey(dataKeyFile, to);
  console.log(`${dataKeyFile} holds the new key; remove ${newKeyFile}, and back the new key up`);
  console.log(
    `${former} holds the former key, which opens only backups from before: keep it with them, or destroy both`,
  );
  return to;
}

async function acceptNewKey(store: Store, config: Config, oldKeyFile: string): Promise<Uint8Array> {
  const source = dataKeySource(config);
  const to = await source.read();
  if (await replaceOuterKey(store, loadDataKey(oldKeyFile), to))
    console.log(`the database belongs to the key in ${source.name} now`);
  console.log(`${oldKeyFile} opens only backups from before: keep it with them, or destroy both`);
  return to;
}
