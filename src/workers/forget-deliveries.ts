import { HISTORY_DAYS } from "../domain/webhook/schedule.ts";
import type { Logger } from "../logger.ts";
import type { Store } from "../store/store.ts";

/** Removes the months of attempts to deliver events that ended more than 30 days ago. */
export function forgetDeliveries(store: Store, log: Logger): () => Promise<boolean> {
  return async () => {
    const months = await store.transact((tx) => tx.partitions.drop("webhook_delivery", HISTORY_DAYS));
    if (months.length > 0) log.info({ months }, "attempts to deliver events were removed");
    return false;
  };
}
