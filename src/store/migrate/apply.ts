import { setTimeout as sleep } from "node:timers/promises";
import pg, { type ClientBase } from "pg";
import { runConcurrently } from "./build-index.ts";
import { MigrationFailed } from "./failed.ts";
import { lastOffline, recordApplied } from "./journal.ts";
import { TableLocks } from "./table-locks.ts";

/** A migration: a dated SQL file. */
export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** Limits on how long a migration may block other transactions. 0 means no limit. */
export interface Bounds {
  /** Longest wait for one lock. Later statements on the same table queue behind the waiting migration. */
  readonly lockTimeoutMs: number;
  /** Longest statement, because its locks are held until the transaction ends. */
  readonly statementTimeoutMs: number;
  /** A failed attempt is repeated until this time has passed. */
  readonly patienceMs: number;
}

/**
 * Limits while another version is running. The lock timeout of half a second is shorter than `deadlock_timeout` (one second by default).
 * In a deadlock, therefore, the migration gives way and not a payment.
 */
export const online = { lockTimeoutMs: 500, statementTimeoutMs: 10_000 } as const;
/** Limits while nothing else uses the database. */
export const offline = { lockTimeoutMs: 0, statementTimeoutMs: 0 } as const;

const pauseMinMs = 100;
const pauseMaxMs = 3_000;

/** SQLSTATEs of errors that another transaction caused. The same migration may succeed a moment later. */
const passing: Readonly<Record<string, string>> = {
  "55P03": "other transactions hold a lock that it needs",
  "40P01": "it and another transaction waited for each other's locks",
  "40001": "another transaction changed the same rows",
  "57014": "it exceeded the time limit for holding its locks",
};

/**
 * Applies one migration and repeats it after a passing error until `patienceMs` is over. A migration and its journal entry form one
 * transaction. Building or dropping an index `concurrently` cannot run in a transaction, and must be the whole migration.
 *
 * @param waits called with the reason before each repetition
 * @throws MigrationFailed
 */
export async function applyMigration(
  client: ClientBase,
  migration: Migration,
  bounds: Bounds,
  waits: (why: string) => void,
): Promise<void> {
  const { name } = migration;
  const end = Date.now() + bounds.patienceMs;
  const text = withoutComments(migration.text);
  const locks = new TableLocks(text);
  const apply = (): Promise<void> =>
    /\bconcurrently\b/i.test(text)
      ? applyConcurrently(client, { name, text }, bounds)
      : applyInTransaction(client, migration, locks, bounds);
  for (let pauseMs = pauseMinMs; ; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    try {
      return await apply();
    } catch (error) {
      const why = error instanceof pg.DatabaseError ? passing[error.code ?? ""] : undefined;
      if (why === undefined) throw failed(name, error);
      if (Date.now() + pauseMs > end) throw await gaveUp(client, name, why, bounds, error);
      waits(why);
      // The pause lets transactions that queued behind the migration go first.
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}

async function applyInTransaction(
  client: ClientBase,
  { name, text }: Migration,
  locks: TableLocks,
  bounds: Bounds,
): Promise<void> {
  // Older migrations rewrite tables, which may take long. No other version runs at the same time as these migrations.
  const statementTimeoutMs = name > lastOffline ? bounds.statementTimeoutMs : 0;
  await client.query("begin");
  try {
    await client.query(
      `set local lock_timeout = ${bounds.lockTimeoutMs}; set local statement_timeout = ${statementTimeoutMs}`,
    );
    await locks.take(client);
    await client.query(text);
    await recordApplied(client, name);
    await client.query("commit");
  } catch (error) {
    // The first error is the one to report. The server rolls back when the connection is lost.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Applies a migration outside a transaction: it waits for older transactions but blocks others for a moment at most. */
async function applyConcurrently(
  client: ClientBase,
  { name, text }: Migration,
  { lockTimeoutMs }: Bounds,
): Promise<void> {
  await runConcurrently(client, text, lockTimeoutMs);
  await recordApplied(client, name);
}

/** Removes the comments from a migration's text. */
const withoutComments = (text: string): string => text.replace(/--.*$/gm, "");

function failed(name: string, error: unknown): MigrationFailed {
  const [why] = (error as Error).message.split("\n");
  return new MigrationFailed(
    `migration ${name} failed: ${why}; it has had no effect`,
    "running versions go on as before; remove the cause, then run pda migrate again",
    { cause: error },
  );
}

/** Returns the error for a migration that ran out of time. The message names the oldest open transaction, if one is visible. */
async function gaveUp(
  client: ClientBase,
  name: string,
  why: string,
  { patienceMs }: Bounds,
  cause: unknown,
): Promise<MigrationFailed> {
  const { rows } = await client.query<{ pid: number; program: string; seconds: number }>(
    `select pid, application_name as program, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '2 s'
     order by xact_start limit 1`,
  );
  const oldest = rows[0];
  const holder = oldest
    ? `; the oldest transaction has been open for ${oldest.seconds} s (process ${oldest.pid} of the server, "${oldest.program}")`
    : "";
  return new MigrationFailed(
    `migration ${name} was not applied within ${patienceMs / 1000} s: ${why}${holder}`,
    oldest
      ? "let that transaction end, or end it with pg_terminate_backend, then run pda migrate again; running versions go on as before"
      : "run pda migrate again when there is less load; running versions go on as before",
    { cause },
  );
}
