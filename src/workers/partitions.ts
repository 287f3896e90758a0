import pg from "pg";
import type { Logger } from "../logger.ts";
import { partitionedTables } from "../store/partitions.ts";
import type { Store } from "../store/store.ts";

const monthsAhead = 12;
const CHECK_VIOLATION = "23514";

/** Creates the partitions of the coming months long before they are needed. */
export function makePartitions(store: Store, log: Logger): () => Promise<boolean> {
  return async () => {
    for (const table of partitionedTables) {
      try {
        await store.transact((tx) => tx.partitions.make(table, monthsAhead));
      } catch (error) {
        // If the clock of a sandbox ran ahead, the default partition has rows of that month. The rows may stay there.
        if (!(error instanceof pg.DatabaseError) || error.code !== CHECK_VIOLATION) throw error;
        log.warn({ table, reason: error.message }, "the rows of a month stay in the default partition");
      }
    }
    return false;
  };
}
