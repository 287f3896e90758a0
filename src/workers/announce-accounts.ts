import { changeEvent } from "../services/merchant/settlement-accounts/events.ts";
import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "announce-accounts", outcome: "announced", size: 100 };

/** Records an event for each change of a settlement account that has taken effect. The change itself takes effect without a worker. */
export function announceAccounts(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, async (tx, size) => {
    const changes = await tx.settlementAccounts.takeUnannounced(size);
    await tx.outbox.append(changes.map(changeEvent));
    return changes.length;
  });
}
