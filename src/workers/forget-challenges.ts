import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 10_000;

/** Forgets challenges that nobody has used in time. */
export function forgetChallenges(store: Store): () => Promise<boolean> {
  return async () => {
    const count = await store.transact((tx) => tx.challenges.forget(batchSize));
    workerItems.inc({ loop: "forget-challenges", outcome: "forgotten" }, count);
    return count === batchSize;
  };
}
