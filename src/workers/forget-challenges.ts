import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const batchSize = 10_000;

/** Deletes challenges that were not used in time. */
export function forgetChallenges(store: Store): () => Promise<boolean> {
  return async () => {
    const ofDevices = await store.transact((tx) => tx.challenges.forget(batchSize));
    const ofHolders = await store.transact((tx) => tx.identityChallenges.forget(batchSize));
    workerItems.inc({ loop: "forget-challenges", outcome: "forgotten" }, ofDevices + ofHolders);
    return ofDevices === batchSize || ofHolders === batchSize;
  };
}
