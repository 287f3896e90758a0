import { type Config, withDatabaseUrl } from "../config.ts";
import { logger } from "../logger.ts";
import { lockHolder, takeLock } from "../platform/lock.ts";
import { requireOwnFolder } from "../platform/ownership.ts";
import { embeddedUrl, startPostgres } from "../platform/postgres.ts";
import { migrate } from "../store/migrate.ts";
import { CommandError } from "./failure.ts";

/** The settings with the address of the database: the given one, else the embedded one of the data folder. */
export function databaseUrl(config: Config): Config {
  if (config.database.url) return config;
  const url = embeddedUrl({ dir: config.dataDir, port: config.database.embeddedPort });
  if (!url) {
    throw new CommandError("there is no database", "set DATABASE_URL, or run pda up, which brings its own");
  }
  return withDatabaseUrl(config, url);
}

/**
 * Does something with the database: the given one, the embedded one that `pda up` runs, or, when nothing runs, the embedded one
 * started for as long as this takes (with the schema brought up to date unless told otherwise).
 */
export async function withDatabase<T>(
  config: Config,
  use: (url: string) => Promise<T>,
  { migrated = true } = {},
): Promise<T> {
  if (config.database.url) return use(config.database.url);
  const { dataDir, database } = config;
  requireOwnFolder(dataDir);
  if (lockHolder(dataDir)) return use(databaseUrl(config).database.url as string);
  using held = new DisposableStack();
  held.use(takeLock(dataDir, "a pda command"));
  const log = logger("database", { level: "warn" });
  await using postgres = await startPostgres({ dir: dataDir, port: database.embeddedPort, log });
  if (migrated) await migrate(postgres.url);
  return await use(postgres.url);
}
