import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-challenges", outcome: "forgotten", size: 10_000 };

/** Deletes what is over: challenges of devices and of holders of identities that were not used in time. */
export function forgetChallenges(store: Store): () => Promise<boolean> {
  const ofDevices = batchRound(store, batch, (tx, size) => tx.challenges.forget(size));
  const ofHolders = batchRound(store, batch, (tx, size) => tx.identityChallenges.forget(size));
  return async () => {
    const more = [await ofDevices(), await ofHolders()];
    return more.includes(true);
  };
}
