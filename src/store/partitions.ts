import { Repository } from "./database.ts";

/** Tables that are partitioned by month. */
export const partitionedTables = [
  "ledger_transaction",
  "ledger_transfer",
  "event",
  "asset_transition",
  "audit_batch",
  "audit_place",
] as const;

/** Creates partitions; exists inside a transaction only. */
export class PartitionWriter extends Repository {
  /**
   * Creates the monthly partitions of a table from this month to `ahead` months later. Existing partitions stay. A new partition needs a
   * lock on the whole table. The wait for this lock is limited to two seconds, because other statements queue behind it.
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
