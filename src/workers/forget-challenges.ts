import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-challenges", outcome: "forgotten", size: 10_000 };

/** Deletes challenges that were not used in time: those of devices, then those of holders of identities. */
export function forgetChallenges(store: Store): () => Promise<boolean> {
  const ofDevices = batchRound(store, batch, (tx, size) => tx.challenges.forget(size));
  const ofHolders = batchRound(store, batch, (tx, size) => tx.identityChallenges.forget(size));
  return async () => {
    const moreOfDevices = await ofDevices();
    return (await ofHolders()) || moreOfDevices;
  };
}
