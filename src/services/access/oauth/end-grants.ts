import { uuidOf } from "../../../domain/identifier/identifier.ts";
import type { EndedGrant } from "../../../store/sign-in-grants.ts";
import type { Transaction } from "../../../store/store.ts";
import { LIFETIME_SECONDS } from "./token-form.ts";

/** Longer than any token counts, also one that is being issued now. */
const REVOKED_KEPT_MS = 2 * LIFETIME_SECONDS * 1000;

type Ending = Pick<Transaction, "oauthStates" | "revokedAccessTokens" | "signInGrants" | "signInSessions">;

/** Ends a session with its tokens, or a link that is not used yet. A repeat changes nothing. @returns false for an unknown session */
export async function endSession(
  tx: Pick<Ending, "revokedAccessTokens" | "signInSessions">,
  sessionId: string,
): Promise<boolean> {
  if (!(await tx.signInSessions.revoke(sessionId))) return false;
  await revoke(tx, uuidOf("session", sessionId));
  return true;
}

/**
 * Ends what a person has allowed to a program, with its tokens. A repeat changes nothing.
 * @returns whose it was; undefined when it had ended before
 */
export async function endGrant(
  tx: Omit<Ending, "signInSessions">,
  grantId: string,
): Promise<EndedGrant | undefined> {
  await tx.oauthStates.deleteGrant(grantId);
  const ended = await tx.signInGrants.end(grantId);
  await revoke(tx, grantId);
  return ended;
}

const revoke = (tx: Pick<Ending, "revokedAccessTokens">, tokenId: string): Promise<void> =>
  tx.revokedAccessTokens.revoke({ tokenId, expiresAt: new Date(Date.now() + REVOKED_KEPT_MS) });
