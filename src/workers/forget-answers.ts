import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 1_000;

/** Forgets what was answered under idempotency keys that are older than so many days. */
export function forgetAnswers(store: Store, days: number): () => Promise<boolean> {
  return async () => {
    const count = await store.transact((tx) => tx.idempotency.forget(days, batchSize));
    workerItems.inc({ loop: "forget-answers", outcome: "forgotten" }, count);
    return count === batchSize;
  };
}
