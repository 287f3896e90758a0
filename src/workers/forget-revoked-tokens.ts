import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-revoked-tokens", outcome: "forgotten", size: 10_000 };

/** Deletes revoked access tokens that have ended anyway. */
export function forgetRevokedTokens(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, (tx, size) => tx.revokedAccessTokens.forget(size));
}
