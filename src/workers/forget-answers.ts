import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 1_000;

/** Deletes the stored answers of idempotency keys that are older than the given number of days. */
export function forgetAnswers(store: Store, days: number): () => Promise<boolean> {
  return async () => {
    const count = await store.transact((tx) => tx.idempotency.forget(days, batchSize));
    workerItems.inc({ loop: "forget-answers", outcome: "forgotten" }, count);
    return count === batchSize;
  };
}
