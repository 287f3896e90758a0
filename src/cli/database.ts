import { type Config, withDatabaseUrl } from "../config.ts";
import { isThere } from "../files/read.ts";
import { logger } from "../logger.ts";
import { lockHolder, takeLock } from "../platform/lock.ts";
import { requireOwnFolder } from "../platform/ownership.ts";
import { clusterDirectory } from "../platform/postgres/cluster.ts";
import { embeddedUrl, startPostgres } from "../platform/postgres.ts";
import { migrate } from "../store/migrate.ts";
import { CommandError } from "./failure.ts";
import { assertProductionDatabase } from "./production.ts";

/**
 * Returns the settings with the address of the database: DATABASE_URL, else the embedded database of the data folder.
 * @throws ConfigError in production mode without DATABASE_URL
 */
export function databaseUrl(config: Config): Config {
  if (config.database.url) return config;
  assertProductionDatabase(config);
  const url = embeddedUrl({ dir: config.dataDir, port: config.database.embeddedPort });
  if (!url) throw noInstallation(config.dataDir);
  return withDatabaseUrl(config, url);
}

const noInstallation = (dataDir: string): CommandError =>
  new CommandError(
    `no installation is in ${dataDir}`,
    "go to its folder, or name its data folder with PDA_DATA_DIR or its database with DATABASE_URL; pda up makes an installation",
  );

/**
 * Calls `use` with the address of the database: DATABASE_URL, or the embedded database that `pda up` runs. When no process runs the
 * embedded database, this function starts it for the call and first brings the schema up to date, unless `migrated` is false.
 * @throws CommandError in a folder without an installation, unless the command makes one (`creates`)
 * @throws ConfigError in production mode without DATABASE_URL
 */
export async function withDatabase<T>(
  config: Config,
  use: (url: string) => Promise<T>,
  { migrated = true, creates = false } = {},
): Promise<T> {
  if (config.database.url) return use(config.database.url);
  // A command that finds another database than the tiers use would change nothing, and say that all is well.
  assertProductionDatabase(config);
  const { dataDir, database } = config;
  requireOwnFolder(dataDir);
  if (lockHolder(dataDir)) return use(databaseUrl(config).database.url as string);
  if (!creates && !isThere(clusterDirectory(dataDir))) throw noInstallation(dataDir);
  using held = new DisposableStack();
  held.use(takeLock(dataDir, "a pda command"));
  // Beside the output of the command, which another program may read.
  const log = logger("database", { level: "warn", destination: process.stderr });
  await using postgres = await startPostgres({ dir: dataDir, port: database.embeddedPort, log });
  if (migrated) await migrate(postgres.url);
  return await use(postgres.url);
}
