import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-answers", outcome: "forgotten", size: 1_000 };

/** Deletes the stored answers of idempotency keys that are older than the given number of days. */
export function forgetAnswers(store: Store, days: number): () => Promise<boolean> {
  return batchRound(store, batch, (tx, size) => tx.idempotency.forget(days, size));
}
