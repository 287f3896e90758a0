import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-revoked-tokens", outcome: "forgotten", size: 10_000 };

/** Deletes revoked access tokens that have ended anyway. */
export function forgetRevokedTokens(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, (tx, size) => tx.revokedAccessTokens.forget(size));
}

const states = { loop: "forget-oauth-states", outcome: "forgotten", size: 10_000 };

/** Deletes what the authorisation server remembered, such as expired codes, and people's sessions that ended long ago. */
export function forgetOAuthStates(store: Store): () => Promise<boolean> {
  return batchRound(
    store,
    states,
    async (tx, size) => (await tx.oauthStates.forget(size)) + (await tx.signInSessions.forget(size)),
  );
}
