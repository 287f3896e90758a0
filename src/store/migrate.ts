import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import knex, { type Knex } from "knex";

const folder = join(import.meta.dirname, "migrations");

/** Migrations are dated SQL files, in the order of their names, never edited once landed. */
const source: Knex.MigrationSource<string> = {
  getMigrations: async () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort(),
  getMigrationName: (name) => name.replace(/\.sql$/, ""),
  getMigration: async (name) => ({
    up: async (trx: Knex) => {
      await trx.raw(readFileSync(join(folder, name), "utf8"));
    },
    down: async () => {
      throw new Error("migrations only go forward; restore a backup to go back");
    },
  }),
};

/**
 * Brings a database to the schema of this version. Safe to run from several processes at once: they take turns.
 *
 * @param url PostgreSQL connection string
 * @returns names of the migrations that were applied
 */
export async function migrate(url: string): Promise<string[]> {
  const db = knex({ client: "pg", connection: url, pool: { min: 0, max: 2 } });
  try {
    return await db.transaction(async (lock) => {
      await lock.raw("select pg_advisory_xact_lock(hashtextextended('pda.migrate', 0))");
      const [, applied] = (await db.migrate.latest({
        migrationSource: source,
        tableName: "schema_migration",
      })) as [number, string[]];
      return applied.map((name) => source.getMigrationName(name));
    });
  } finally {
    await db.destroy();
  }
}

/** Names of the migrations that a database still lacks; empty when it is up to date. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const db = knex({ client: "pg", connection: url, pool: { min: 0, max: 1 } });
  try {
    const [, pending] = (await db.migrate.list({
      migrationSource: source,
      tableName: "schema_migration",
    })) as [unknown, unknown[]];
    return pending.map((name) => source.getMigrationName(String(name)));
  } finally {
    await db.destroy();
  }
}
