import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-nonces", outcome: "forgotten", size: 10_000 };

/** Deletes what callers have spent and could not present again anyway, such as the `jti` of expired JWTs. */
export function forgetNonces(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, (tx, size) => tx.spentNonces.forget(size));
}

const delegations = { loop: "forget-delegations", outcome: "forgotten", size: 10_000 };

/** Deletes the counted calls of delegations that have expired. */
export function forgetDelegationUses(store: Store): () => Promise<boolean> {
  return batchRound(store, delegations, (tx, size) => tx.delegationUses.forget(size));
}
