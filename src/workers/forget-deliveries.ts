import { HISTORY_DAYS } from "../domain/webhook/schedule.ts";
import type { Logger } from "../logger.ts";
import { isLockTimeout } from "../store/constraints.ts";
import type { Store } from "../store/store.ts";

/** Removes the months of attempts to deliver events that ended more than 30 days ago. */
export function forgetDeliveries(store: Store, log: Logger): () => Promise<boolean> {
  return async () => {
    const months = await store
      .transact((tx) => tx.partitions.drop("webhook_delivery", HISTORY_DAYS))
      .catch((error: unknown) => {
        // Something reads the table for long. Each attempt makes those wait that write to it, so the next one is an hour later.
        if (!isLockTimeout(error)) throw error;
        log.warn(
          "a long reading keeps attempts to deliver events from being removed; trying again in an hour",
        );
        return [];
      });
    if (months.length > 0) log.info({ months }, "attempts to deliver events were removed");
    return false;
  };
}
