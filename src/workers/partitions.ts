import pg from "pg";
import type { Logger } from "../logger.ts";
import { partitionedTables } from "../store/partitions.ts";
import type { Store } from "../store/store.ts";

const monthsAhead = 12;
const CHECK_VIOLATION = "23514";

/** Makes the partitions of the months to come, long before they are needed. */
export function makePartitions(store: Store, log: Logger): () => Promise<boolean> {
  return async () => {
    for (const table of partitionedTables) {
      try {
        await store.transact((tx) => tx.partitions.make(table, monthsAhead));
      } catch (error) {
        // A sandbox whose clock ran ahead has rows of that month in the default partition, where they may stay.
        if (!(error instanceof pg.DatabaseError) || error.code !== CHECK_VIOLATION) throw error;
        log.warn({ table, reason: error.message }, "a month stays in the default partition");
      }
    }
    return false;
  };
}
