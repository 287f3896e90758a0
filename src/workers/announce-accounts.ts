import { changeEvent } from "../services/merchant/settlement-accounts/events.ts";
import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 100;

/** Records an event for each change of a settlement account that has taken effect. The change itself takes effect without a worker. */
export function announceAccounts(store: Store): () => Promise<boolean> {
  return async () => {
    const count = await store.transact(async (tx) => {
      const changes = await tx.settlementAccounts.takeUnannounced(batchSize);
      await tx.outbox.append(changes.map(changeEvent));
      return changes.length;
    });
    workerItems.inc({ loop: "announce-accounts", outcome: "announced" }, count);
    return count === batchSize;
  };
}
