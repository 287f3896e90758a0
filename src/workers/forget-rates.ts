import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-rates", outcome: "forgotten", size: 10_000 };

/** Deletes quota buckets that are full again, and counts of wrong credentials that have fallen to zero. */
export function forgetRates(store: Store): () => Promise<boolean> {
  const buckets = batchRound(store, batch, (tx, size) => tx.quotaBuckets.forget(size));
  const failures = batchRound(store, batch, (tx, size) => tx.credentialFailures.forget(size));
  return async () => {
    const moreBuckets = await buckets();
    return (await failures()) || moreBuckets;
  };
}
