import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { applyMigration, type Bounds, type Migration, offline, online } from "./migrate/apply.ts";
import { MigrationFailed } from "./migrate/failed.ts";
import { appliedNames, makeJournal } from "./migrate/journal.ts";
import { Silence } from "./silence.ts";

/** What can be said of a migration while it goes on. */
export type MigrationProgress =
  | { readonly state: "applied"; readonly name: string; readonly ms: number }
  | { readonly state: "waits"; readonly name: string; readonly why: string }
  | { readonly state: "turn" };

/** How a database is migrated. */
export interface MigrateOptions {
  /** Where the migrations are; those of this version unless given. */
  readonly folder?: string;
  /** Nothing else uses the database: locks and statements may take as long as they need. */
  readonly alone?: boolean;
  /** How long a migration is tried again while others hold what it needs; a minute unless given. */
  readonly patienceMs?: number;
  readonly onProgress?: (progress: MigrationProgress) => void;
}

const ownFolder = join(import.meta.dirname, "migrations");
const patienceMs = 60_000;
/** Another process may be building an index of a large table. */
const turnMs = 3_600_000;
const turnPollMs = 200;
/** How long a silent connection is kept while the server cannot be asked about it. */
const silentMs = 60_000;

/** Migrations are dated SQL files, in the order of their names, never edited once landed. */
function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ""), text: readFileSync(join(folder, file), "utf8") }));
}

/**
 * Brings a database to the schema of this version, while others use it. Safe to run from several processes at once: they take turns.
 * Each migration is a transaction of its own, waits for locks for a moment only and is tried again.
 *
 * @param url PostgreSQL connection string
 * @returns names of the migrations that were applied
 * @throws MigrationFailed with the migration, what was wrong and what to do; those before it stay applied
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { onProgress = () => undefined, folder = ownFolder } = options;
  const bounds: Bounds = {
    ...(options.alone ? offline : online),
    patienceMs: options.patienceMs ?? patienceMs,
  };
  const client = new pg.Client({ connectionString: url, application_name: "pda-migrate", keepAlive: true });
  await client.connect();
  new Silence({ url, patienceMs: silentMs }).watch(client);
  // A connection that is lost between two statements says so at the next one.
  client.on("error", () => undefined);
  try {
    await takeTurn(client, onProgress);
    await makeJournal(client);
    const known = await appliedNames(client);
    const pending = migrationsIn(folder).filter(({ name }) => !known.has(name));
    for (const migration of pending) {
      const { name } = migration;
      const began = performance.now();
      await applyMigration(client, migration, bounds, (why) => onProgress({ state: "waits", name, why }));
      onProgress({ state: "applied", name, ms: Math.round(performance.now() - began) });
    }
    return pending.map(({ name }) => name);
  } finally {
    // The turn ends with the connection.
    await client.end();
  }
}

/**
 * Waits until no other process migrates this database. The lock belongs to the connection and is asked for again and again: whoever
 * waits inside a statement has a snapshot, which the building of an index without locks waits for.
 */
async function takeTurn(client: pg.Client, say: (progress: MigrationProgress) => void): Promise<void> {
  const end = Date.now() + turnMs;
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('pda.migrate', 0)) as mine",
    );
    if (rows[0]?.mine) return;
    if (tries === 0) say({ state: "turn" });
    if (Date.now() > end)
      throw new MigrationFailed(
        `another process has been migrating this database for ${turnMs / 60_000} minutes`,
        "wait for it or end it, then run pda migrate again",
      );
    await sleep(turnPollMs);
  }
}

/** The newest migration of this version. */
export const newestMigration = (): string => migrationsIn(ownFolder).at(-1)?.name ?? "";

/** The newest migration that a database has; empty when it has none. */
export async function newestApplied(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: "pda-migrate" });
  await client.connect();
  try {
    return [...(await appliedNames(client))].sort().at(-1) ?? "";
  } finally {
    await client.end();
  }
}

/** Names of the migrations that a database still lacks; empty when it is up to date. */
export async function pendingMigrations(url: string, folder = ownFolder): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "pda-migrate" });
  await client.connect();
  try {
    const known = await appliedNames(client);
    return migrationsIn(folder)
      .map(({ name }) => name)
      .filter((name) => !known.has(name));
  } finally {
    await client.end();
  }
}
