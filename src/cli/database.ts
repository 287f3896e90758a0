import { type Config, withDatabaseUrl } from "../config.ts";
import { logger } from "../logger.ts";
import { lockHolder, takeLock } from "../platform/lock.ts";
import { requireOwnFolder } from "../platform/ownership.ts";
import { embeddedUrl, startPostgres } from "../platform/postgres.ts";
import { migrate } from "../store/migrate.ts";
import { CommandError } from "./failure.ts";

/** Returns the settings with the address of the database: DATABASE_URL, else the embedded database of the data folder. */
export function databaseUrl(config: Config): Config {
  if (config.database.url) return config;
  const url = embeddedUrl({ dir: config.dataDir, port: config.database.embeddedPort });
  if (!url) {
    throw new CommandError(
      "no database is configured or running",
      "set DATABASE_URL, or run pda up, which starts an embedded database",
    );
  }
  return withDatabaseUrl(config, url);
}

/**
 * Calls `use` with the address of the database: DATABASE_URL, or the embedded database that `pda up` runs. When no process runs the
 * embedded database, this function starts it for the call and first brings the schema up to date, unless `migrated` is false.
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
  // Beside the output of the command, which another program may read.
  const log = logger("database", { level: "warn", destination: process.stderr });
  await using postgres = await startPostgres({ dir: dataDir, port: database.embeddedPort, log });
  if (migrated) await migrate(postgres.url);
  return await use(postgres.url);
}
