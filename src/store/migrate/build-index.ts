import type { ClientBase } from "pg";

/** An index that is built while other transactions write. */
interface Build {
  readonly unique: string;
  readonly index: string;
  readonly table: string;
  /** Columns and condition. */
  readonly of: string;
}

const form =
  /^\s*create\s+(unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\s+(\w+)\s+([\s\S]*?);?\s*$/i;

/**
 * Runs `create index concurrently if not exists …`, also on a partitioned table, for which PostgreSQL has no such statement: the index of
 * the whole table is declared first, so that new partitions get theirs, and becomes valid with the last partition's index. A repetition
 * goes on where an interrupted build ended. Other statements that build or drop an index concurrently are run as they are.
 *
 * @param lockTimeoutMs longest wait for a lock that blocks writers for a moment; building waits without a limit and blocks nobody
 */
export async function runConcurrently(
  client: ClientBase,
  text: string,
  lockTimeoutMs: number,
): Promise<void> {
  await client.query("set lock_timeout = 0; set statement_timeout = 0");
  const [, unique = "", index, table, of] = form.exec(text) ?? [];
  if (index === undefined || table === undefined || of === undefined) {
    await client.query(text);
    return;
  }
  const build = { unique, index, table, of };
  await ((await isPartitioned(client, table))
    ? ofPartitions(client, build, lockTimeoutMs)
    : ofTable(client, build));
}

async function ofPartitions(client: ClientBase, build: Build, lockTimeoutMs: number): Promise<void> {
  const { unique, index, table, of } = build;
  // Statements of one query are one transaction, which the server rolls back by itself when the lock is not there in time.
  const briefly = `set local lock_timeout = ${lockTimeoutMs}`;
  await client.query(`${briefly}; create ${unique}index if not exists ${index} on only ${table} ${of}`);
  for (const partition of await partitionsWithout(client, index, table)) {
    const part = `${index}${partition.slice(table.length)}`;
    await ofTable(client, { ...build, index: part, table: partition });
    await client.query(`${briefly}; alter index ${index} attach partition ${part}`);
  }
}

async function ofTable(client: ClientBase, { unique, index, table, of }: Build): Promise<void> {
  // An interrupted build leaves an invalid index, which `if not exists` would take for the whole one.
  const { rows } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
  await client.query(`create ${unique}index concurrently if not exists ${index} on ${table} ${of}`);
}

async function isPartitioned(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass($1) and relkind = 'p'", [
    table,
  ]);
  return rows.length > 0;
}

/** Returns the partitions of a table that have no part of an index of the whole table. */
async function partitionsWithout(client: ClientBase, index: string, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.inhrelid::regclass::text as name from pg_inherits p
     where p.inhparent = $2::regclass and not exists (
       select from pg_inherits part join pg_index i on i.indexrelid = part.inhrelid
       where part.inhparent = $1::regclass and i.indrelid = p.inhrelid)
     order by 1`,
    [index, table],
  );
  return rows.map(({ name }) => name);
}
