import pg from "pg";
import type { Logger } from "../logger.ts";
import { isLockTimeout } from "../store/constraints.ts";
import { partitionedTables } from "../store/partitions.ts";
import type { Store } from "../store/store.ts";

const monthsAhead = 12;
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
const CHECK_VIOLATION = "23514";

/**
 * Creates the partitions of the coming months long before they are needed, once a day. Each attempt makes statements wait that write to the
 * table. While something else reads the table for long, such as `pg_dump`, the next attempt is therefore an hour later. A month without a
 * partition is kept in the default one, so nothing fails meanwhile.
 * @param now is for tests
 */
export function makePartitions(
  store: Store,
  log: Logger,
  now: () => number = Date.now,
): () => Promise<boolean> {
  const dueAt = new Map<string, number>();
  const waiting = new Set<string>();
  const makeOne = async (table: (typeof partitionedTables)[number]): Promise<number> => {
    try {
      if (await store.transact((tx) => tx.partitions.lacks(table, monthsAhead)))
        await store.transact((tx) => tx.partitions.make(table, monthsAhead));
    } catch (error) {
      if (isLockTimeout(error)) {
        if (!waiting.has(table))
          log.warn({ table }, "a long reading keeps partitions from being made; trying again every hour");
        waiting.add(table);
        return hourMs;
      }
      // If the clock of a sandbox ran ahead, the default partition has rows of that month. The rows may stay there.
      if (!(error instanceof pg.DatabaseError) || error.code !== CHECK_VIOLATION) throw error;
      log.warn({ table, reason: error.message }, "the rows of a month stay in the default partition");
    }
    if (waiting.delete(table)) log.info({ table }, "the partitions are made");
    return dayMs;
  };
  return async () => {
    for (const table of partitionedTables) {
      if ((dueAt.get(table) ?? 0) > now()) continue;
      dueAt.set(table, now() + (await makeOne(table)));
    }
    return false;
  };
}
