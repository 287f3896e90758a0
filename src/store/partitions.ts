import { Repository, sql } from "./database.ts";

/** Tables that are partitioned by month. */
export const partitionedTables = [
  "ledger_transaction",
  "ledger_transfer",
  "event",
  "asset_transition",
  "audit_batch",
  "audit_place",
  "webhook_delivery",
] as const;
export type PartitionedTable = (typeof partitionedTables)[number];

/** Columns by whose time the tables are partitioned. */
const timeOf = (table: PartitionedTable): string => (table === "event" ? "recorded_at" : "created_at");

/** Maximum number of rows that move out of a default partition at once, because every statement of the table waits meanwhile. */
const movedMax = 5_000;
/** Maximum number of rows that one call removes from a default partition. */
const removedMax = 10_000;

/** Creates and drops partitions; exists inside a transaction only. */
export class PartitionWriter extends Repository {
  /**
   * Takes no lock that a statement waits for.
   *
   * @returns the months from this one to `ahead` months later that have no partition, such as `202601`
   */
  async lacking(table: PartitionedTable, ahead: number): Promise<string[]> {
    const months = await this.session.run<{ readonly month: string }>(
      {
        name: "partition_lacking",
        text: `select month from generate_series(0, $2::int) as number
          cross join lateral (select to_char(
            date_trunc('month', now() at time zone 'UTC') + make_interval(months => number), 'YYYYMM') as month) m
          where to_regclass($1 || '_' || month) is null order by month`,
      },
      [table, ahead],
    );
    return months.map(({ month }) => month);
  }

  /**
   * Tells whether `make` can move the rows of a month out of the default partition. Needs a transaction of its own: a transaction that has
   * read the default partition keeps other workers from making partitions until it ends.
   */
  async canMove(table: PartitionedTable, month: string): Promise<boolean> {
    const rows = await this.#run(`select ${rowsOf(table, month)} limit ${movedMax + 1}`);
    return rows.length <= movedMax;
  }

  /**
   * Creates the partition of one month, and moves the rows of the month there if the default partition has some. A new partition needs a
   * lock on the whole table. Other statements queue behind it, so the wait for it is short.
   */
  async make(table: PartitionedTable, month: string): Promise<void> {
    await this.#waitBriefly();
    await this.#lockReferred(table);
    await this.#run(`lock table only ${table} in access exclusive mode`);
    // Another worker may have made it before.
    const [made] = await this.#run(`select where to_regclass('${table}_${month}') is not null`);
    if (made) return;
    const rows = rowsOf(table, month);
    const [from, to] = boundsOf(month);
    const [row] = await this.#run(`select ${rows} limit 1`);
    if (!row) {
      await this.#run(
        `create table ${table}_${month} partition of ${table} for values from ('${from}') to ('${to}')`,
      );
      return;
    }
    // The triggers that refuse changes belong to the table as a whole, so the rows of a partition can move.
    await this.#run(`create table ${table}_${month} (like ${table} including all)`);
    const columns = await this.#columns(table);
    await this.#run(
      `with moved as (delete ${rows} returning ${columns}) insert into ${table}_${month} (${columns}) select ${columns} from moved`,
    );
    await this.#run(
      `alter table ${table} attach partition ${table}_${month} for values from ('${from}') to ('${to}')`,
    );
  }

  /**
   * Drops the months of a table that ended more than a number of days ago, in real time. To drop a partition takes a lock on the whole
   * table. Statements that write wait behind it, so the wait for it is short. Rows of such months that are in the default partition are
   * deleted, some at each call.
   *
   * @returns the dropped months, such as `202601`
   */
  async drop(table: "webhook_delivery", days: number): Promise<string[]> {
    await this.#waitBriefly();
    const months = await this.session.run<{ readonly month: string }>(
      {
        name: "partition_old",
        text: `select p.month from pg_partition_tree($1::regclass) t
          cross join lateral (select right(t.relid::regclass::text, 6) as month) p
          where t.relid::regclass::text = $1 || '_' || p.month and p.month ~ '^[0-9]{6}$'
            and p.month < to_char((now() - make_interval(days => $2)) at time zone 'UTC', 'YYYYMM')
          order by p.month`,
      },
      [table, days],
    );
    // Another worker may do the same at the moment.
    for (const { month } of months) await this.#run(`drop table if exists ${table}_${month}`);
    await this.session.run(
      {
        name: "partition_default_old",
        text: `delete from ${table}_default where ctid = any(array(select ctid from ${table}_default
          where ${timeOf(table)} < date_trunc('month', now() - make_interval(days => $1), 'UTC') limit ${removedMax} for update skip locked))`,
      },
      [days],
    );
    return months.map(({ month }) => month);
  }

  /** Returns the columns of a table, as a list in SQL. */
  async #columns(table: PartitionedTable): Promise<string> {
    const columns = await this.#run<{ readonly name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
    );
    return columns.map(({ name }) => name).join(", ");
  }

  /**
   * Locks the tables that the rows of a table refer to, as a new partition does. Transactions that have written there would by then wait
   * for the table itself.
   */
  async #lockReferred(table: PartitionedTable): Promise<void> {
    const referred = await this.#run<{ readonly name: string }>(
      `select distinct confrelid::regclass::text as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'f'`,
    );
    for (const { name } of referred) await this.#run(`lock table ${name} in share row exclusive mode`);
  }

  #waitBriefly(): Promise<object[]> {
    return this.session.run({
      name: "partition_patience",
      text: "select set_config('lock_timeout', '200ms', true)",
    });
  }

  /** Runs a statement that names a table of its own, so that it is not worth preparing. */
  #run<R = object>(text: string): Promise<R[]> {
    return this.session.query<R>(sql.raw(text));
  }
}

/** Returns the first moment of a month and of the next one. */
function boundsOf(month: string): [from: string, to: string] {
  const year = Number(month.slice(0, 4));
  const number = Number(month.slice(4));
  const first = (past: number): string => new Date(Date.UTC(year, number - 1 + past)).toISOString();
  return [first(0), first(1)];
}

/** The part of a statement that names the rows of a month in the default partition. */
function rowsOf(table: PartitionedTable, month: string): string {
  const [from, to] = boundsOf(month);
  return `from ${table}_default where ${timeOf(table)} >= '${from}' and ${timeOf(table)} < '${to}'`;
}
