import { join } from "node:path";
import type { Config } from "../../config.ts";
import { isThere } from "../../files/read.ts";
import { dataKeySource } from "../../platform/data-key.ts";
import { lockHolder } from "../../platform/lock.ts";
import { embeddedUrl } from "../../platform/postgres.ts";
import { dataKeyFingerprint } from "../../services/data-keys/fingerprint.ts";
import { pendingMigrations } from "../../store/migrate.ts";
import { openStore } from "../operator-keys.ts";
import type { Diagnosis } from "./checks.ts";

/** Reads the data key as a core reads it, and compares it with the database when that answers. */
export async function checkDataKey(config: Config): Promise<Diagnosis[]> {
  const { dataKeyFile, dataDir, database } = config;
  // Another check reports the missing file of a database; before the first start it is not missing.
  if (dataKeyFile !== undefined && !isThere(dataKeyFile)) return [];
  const source = dataKeySource(config);
  const key = await source.read();
  const readable: Diagnosis = { status: "ok", text: `the data key is readable: ${source.name}` };
  const running = database.url ?? (lockHolder(dataDir) && isThere(join(dataDir, "postgres")));
  const url = database.url ?? embeddedUrl({ dir: dataDir, port: database.embeddedPort });
  if (!running || !url || (await isBehind(url))) return [readable];
  await using store = await openStore(config, url);
  const known = await store.read.installation.fingerprint("data_key");
  if (!known) return [readable];
  if (!known.equals(dataKeyFingerprint(key)))
    return [
      {
        status: "fail",
        text: `${source.name} is not the data key of this database`,
        advice:
          "restore the right key; if pda keys rotate-data was replacing it, run that command again, or put the new key in its place",
      },
    ];
  const inUse = (await store.read.dataKeys.list()).filter(
    ({ purpose, wrappedKey }) => purpose === "seal" && wrappedKey,
  );
  const version = inUse.findLast(({ active }) => active)?.version ?? 0;
  const text = `the data key belongs to this database; version ${version} seals`;
  return inUse.length > 1
    ? [
        {
          status: "warn",
          text: `${text}, and a rotation is not finished`,
          advice: "run: pda keys rotate-data (unless it is running)",
        },
      ]
    : [{ status: "ok", text }];
}

/** An unreachable database, or one without the newest tables, is what the check of the database reports. */
async function isBehind(url: string): Promise<boolean> {
  try {
    return (await pendingMigrations(url)).length > 0;
  } catch {
    return true;
  }
}
