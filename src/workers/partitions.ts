import type { Logger } from "../logger.ts";
import { isLockTimeout } from "../store/constraints.ts";
import { type PartitionedTable, partitionedTables } from "../store/partitions.ts";
import type { Store } from "../store/store.ts";

const monthsAhead = 12;
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/**
 * Creates the partitions of the coming months long before they are needed, once a day. Each attempt makes statements wait that write to the
 * table. While something else reads the table for long, such as `pg_dump`, the next attempt is therefore an hour later. A month without a
 * partition is kept in the default one, so nothing fails meanwhile. Each month has a transaction of its own, so that none keeps the others
 * from being made.
 *
 * A round fails while too many rows of a month are in a default partition, so that an operator learns of it. In a sandbox whose clock has
 * run ahead such rows are usual, and the round only logs them.
 * @param now is for tests
 */
export function makePartitions(
  store: Store,
  log: Logger,
  now: () => number = Date.now,
): () => Promise<boolean> {
  const dueAt = new Map<string, number>();
  const waiting = new Set<string>();
  /** Months whose rows stay in the default partition, by table. */
  const left = new Map<string, readonly string[]>();
  const makeMonths = async (table: PartitionedTable): Promise<string[]> => {
    const lacking = await store.transact((tx) => tx.partitions.lacking(table, monthsAhead));
    const full: string[] = [];
    for (const month of lacking)
      if (await store.transact((tx) => tx.partitions.canMove(table, month)))
        await store.transact((tx) => tx.partitions.make(table, month));
      else full.push(month);
    return full;
  };
  const makeOne = async (table: PartitionedTable): Promise<number> => {
    try {
      const months = await makeMonths(table);
      left.delete(table);
      if (months.length > 0) {
        log.warn({ table, months }, "the rows of these months stay in the default partition");
        left.set(table, months);
        return hourMs;
      }
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (!waiting.has(table))
        log.warn({ table }, "a long reading keeps partitions from being made; trying again every hour");
      waiting.add(table);
      return hourMs;
    }
    if (waiting.delete(table)) log.info({ table }, "the partitions are made");
    return dayMs;
  };
  return async () => {
    for (const table of partitionedTables) {
      if ((dueAt.get(table) ?? 0) > now()) continue;
      dueAt.set(table, now() + (await makeOne(table)));
    }
    if (left.size > 0 && (await store.transact((tx) => tx.clock.offsetSeconds())) === 0n)
      throw new Error(
        `the default partition has too many rows: ${[...left].map(([table, months]) => `${table} ${months.join(", ")}`).join("; ")}`,
      );
    return false;
  };
}
