import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { applyMigration, type Bounds, type Migration, offline, online } from "./migrate/apply.ts";
import { MigrationFailed } from "./migrate/failed.ts";
import { appliedNames, makeJournal } from "./migrate/journal.ts";
import { Silence } from "./silence.ts";

/** A progress report of a running migration. `turn` means that the process waits for another migrating process. */
export type MigrationProgress =
  | { readonly state: "applied"; readonly name: string; readonly ms: number }
  | { readonly state: "waits"; readonly name: string; readonly why: string }
  | { readonly state: "turn" };

/** Options of a migration run. */
export interface MigrateOptions {
  /** Folder of the migrations; by default the folder of this version. */
  readonly folder?: string;
  /** Nothing else uses the database: locks and statements may take as long as they need. */
  readonly alone?: boolean;
  /** A migration is repeated for this long while other transactions hold locks that it needs; one minute by default. */
  readonly patienceMs?: number;
  readonly onProgress?: (progress: MigrationProgress) => void;
}

const ownFolder = join(import.meta.dirname, "migrations");
const patienceMs = 60_000;
/** Longest wait for another migrating process, which may be building an index of a large table. */
const turnMs = 3_600_000;
const turnPollMs = 200;
/** A tier that starts asks again after this long without an answer. */
const connectMs = 5_000;
/** A silent connection is kept for this long while the server cannot be asked about the connection. */
const silentMs = 60_000;

/** Reads the migrations of a folder in the order of their names. A migration file is never edited after its release. */
function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ""), text: readFileSync(join(folder, file), "utf8") }));
}

/**
 * Brings a database to the schema of this version while other processes use the database. Several processes may run it at once, because
 * they take turns. Each migration is its own transaction, waits only briefly for locks, and is repeated when the wait fails.
 *
 * @param url PostgreSQL connection string
 * @returns the names of the migrations that this call applied
 * @throws MigrationFailed with the migration, the problem and the next step; earlier migrations stay applied
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
  // The next statement reports a connection that was lost between two statements.
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
    // Closing the connection also releases the advisory lock.
    await client.end();
  }
}

/**
 * Waits until no other process migrates this database. The advisory lock belongs to the connection. The function polls for the lock,
 * because a blocking statement holds a snapshot, and `create index concurrently` in the other process waits for all older snapshots.
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
        "wait for that process or end it, then run pda migrate again",
      );
    await sleep(turnPollMs);
  }
}

/** Returns the name of the newest migration of this version. */
export const newestMigration = (): string => migrationsIn(ownFolder).at(-1)?.name ?? "";

/** Returns the name of the newest migration that was applied to a database; empty when none was applied. */
export async function newestApplied(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: "pda-migrate" });
  await client.connect();
  try {
    return [...(await appliedNames(client))].sort().at(-1) ?? "";
  } finally {
    await client.end();
  }
}

/** Returns the names of the migrations that a database lacks; empty when the database is up to date. */
export async function pendingMigrations(url: string, folder = ownFolder): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "pda-migrate",
    connectionTimeoutMillis: connectMs,
  });
  // The next statement reports a connection that was lost between two statements.
  client.on("error", () => undefined);
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
