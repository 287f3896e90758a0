import { setTimeout as sleep } from "node:timers/promises";
import pg, { type ClientBase } from "pg";
import { MigrationFailed } from "./failed.ts";
import { lastOffline, recordApplied } from "./journal.ts";

/** A dated SQL file. */
export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** How long a migration may hold others up. 0 is no bound. */
export interface Bounds {
  /** Longest wait for one lock: everything that comes later for the same table waits behind it. */
  readonly lockTimeoutMs: number;
  /** Longest statement, because locks are held until the end. */
  readonly statementTimeoutMs: number;
  /** How long it is tried again. */
  readonly patienceMs: number;
}

/**
 * Beside a version that works. A lock is waited for half a second, which is less than `deadlock_timeout` (a second unless set): in a
 * deadlock the migration gives way, not a payment.
 */
export const online = { lockTimeoutMs: 500, statementTimeoutMs: 10_000 } as const;
/** When nothing else uses the database. */
export const offline = { lockTimeoutMs: 0, statementTimeoutMs: 0 } as const;

const pauseMinMs = 100;
const pauseMaxMs = 3_000;

/** Errors that another transaction has caused: the same migration may succeed a moment later. */
const passing: Readonly<Record<string, string>> = {
  "55P03": "other transactions hold a lock that it needs",
  "40P01": "it and another transaction waited for each other's locks",
  "40001": "another transaction changed the same rows",
  "57014": "it took longer than it may hold its locks",
};

/**
 * Applies one migration, as often as it takes until its time is over. It is a transaction of its own with the note that it was applied;
 * an index that is built or dropped `concurrently` cannot be in one and is the whole migration then.
 *
 * @param waits is told each time why it is tried again
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
  const apply = isConcurrent(migration.text) ? applyConcurrently : applyInTransaction;
  for (let pauseMs = pauseMinMs; ; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    try {
      return await apply(client, migration, bounds);
    } catch (error) {
      const why = error instanceof pg.DatabaseError ? passing[error.code ?? ""] : undefined;
      if (why === undefined) throw failed(name, error);
      if (Date.now() + pauseMs > end) throw await gaveUp(client, name, why, bounds, error);
      waits(why);
      // Those who waited behind it go first.
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}

async function applyInTransaction(
  client: ClientBase,
  { name, text }: Migration,
  bounds: Bounds,
): Promise<void> {
  // Older ones rewrite tables, which takes as long as it takes; no version works beside them.
  const statementTimeoutMs = name > lastOffline ? bounds.statementTimeoutMs : 0;
  await client.query("begin");
  try {
    await client.query(
      `set local lock_timeout = ${bounds.lockTimeoutMs}; set local statement_timeout = ${statementTimeoutMs}`,
    );
    await client.query(text);
    await recordApplied(client, name);
    await client.query("commit");
  } catch (error) {
    // The error that counts is the first one; a connection that is lost rolls back by itself.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** It waits for older transactions without holding anybody up, so nothing bounds it. */
async function applyConcurrently(client: ClientBase, { name, text }: Migration): Promise<void> {
  await dropHalfBuilt(client, text);
  await client.query("set lock_timeout = 0");
  await client.query("set statement_timeout = 0");
  await client.query(text);
  await recordApplied(client, name);
}

/** A build that was interrupted leaves an index that nothing uses and that `if not exists` would take for the whole one. */
async function dropHalfBuilt(client: ClientBase, text: string): Promise<void> {
  const [, index] =
    /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(text) ?? [];
  if (index === undefined) return;
  const { rows } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
}

/** The statements of a migration, without its comments. */
const withoutComments = (text: string): string => text.replace(/--.*$/gm, "");

const isConcurrent = (text: string): boolean => /\bconcurrently\b/i.test(withoutComments(text));

function failed(name: string, error: unknown): MigrationFailed {
  const [why] = (error as Error).message.split("\n");
  return new MigrationFailed(
    `migration ${name} failed: ${why}; it has had no effect`,
    "running versions go on as before; remove the cause, then run pda migrate again",
    { cause: error },
  );
}

/** Names who holds it up, where that can be seen. */
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
