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

/** Creates and drops partitions; exists inside a transaction only. */
export class PartitionWriter extends Repository {
  /** Returns true when a month from this one to `ahead` months later has no partition. Takes no lock that a statement waits for. */
  async lacks(table: (typeof partitionedTables)[number], ahead: number): Promise<boolean> {
    const { lacking } = await this.session.one<{ readonly lacking: boolean }>(
      {
        name: "partition_lacking",
        text: `select exists (
            select from generate_series(0, $2::int) as month
            where to_regclass($1 || to_char(
              date_trunc('month', now() at time zone 'UTC') + make_interval(months => month), '"_"YYYYMM')) is null) as lacking`,
      },
      [table, ahead],
    );
    return lacking;
  }

  /**
   * Creates the monthly partitions of a table from this month to `ahead` months later. Existing partitions stay. A new partition needs a
   * lock on the whole table. Other statements queue behind it, so the wait for it is short.
   */
  async make(table: (typeof partitionedTables)[number], ahead: number): Promise<void> {
    await this.session.run({
      name: "partition_patience",
      text: "select set_config('lock_timeout', '200ms', true)",
    });
    await this.session.run({ name: "partition_make", text: "select make_partitions($1::regclass, $2)" }, [
      table,
      ahead,
    ]);
  }

  /**
   * Drops the months of a table that ended more than a number of days ago, in real time. To drop a partition takes a lock on the whole
   * table. Statements that write wait behind it, so the wait for it is short.
   *
   * @returns the dropped months, such as `202601`
   */
  async drop(table: "webhook_delivery", days: number): Promise<string[]> {
    await this.session.run({
      name: "partition_drop_patience",
      text: "select set_config('lock_timeout', '200ms', true)",
    });
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
    for (const { month } of months)
      await this.session.query(sql.raw(`drop table if exists ${table}_${month}`));
    return months.map(({ month }) => month);
  }
}
