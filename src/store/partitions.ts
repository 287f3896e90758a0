import { Repository } from "./database.ts";

/** Tables that are partitioned by month. */
export const partitionedTables = [
  "ledger_transaction",
  "ledger_transfer",
  "event",
  "asset_transition",
] as const;

/** Makes partitions; exists inside a transaction only. */
export class PartitionWriter extends Repository {
  /**
   * Makes the monthly partitions of a table from this month to `ahead` months on; those that exist stay. A new one needs the
   * whole table for a moment: it waits two seconds at most, so that nobody queues up behind it for longer.
   */
  async make(table: (typeof partitionedTables)[number], ahead: number): Promise<void> {
    await this.session.run({
      name: "partition_patience",
      text: "select set_config('lock_timeout', '2s', true)",
    });
    await this.session.run({ name: "partition_make", text: "select make_partitions($1::regclass, $2)" }, [
      table,
      ahead,
    ]);
  }
}
