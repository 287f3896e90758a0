/** How old the last proof may be, a link or a passkey, for a new grant and for ending other sessions (OWASP ASVS 7.5.2). */
const FRESH_MS = 900_000;
/** How old the last proof by a passkey may be, for what a stolen cookie must not do. */
const PASSKEY_FRESH_MS = 300_000;

/** When the person of a session has proved to be there. */
export interface Proofs {
  readonly openedAt: Date;
  readonly passkeyUsedAt?: Date;
}

/** The proof that a session lacks: `any` is a new link or a passkey. */
export type MissingProof = "none" | "any" | "passkey";

/** Tells whether the last proof of a session, by a link or a passkey, is young enough. */
export const isFresh = ({ openedAt, passkeyUsedAt = openedAt }: Proofs, now: number): boolean =>
  now - Math.max(openedAt.getTime(), passkeyUsedAt.getTime()) < FRESH_MS;

/**
 * Returns the proof that a session lacks to give a grant, or to change passkeys.
 * @param hasPasskeys the person has a passkey
 * @param isSensitive what is wanted could move money or change who may act
 * @param now milliseconds since the epoch
 */
export function missingProof(
  session: Proofs,
  { hasPasskeys, isSensitive }: { readonly hasPasskeys: boolean; readonly isSensitive: boolean },
  now: number,
): MissingProof {
  if (hasPasskeys && isSensitive) {
    const { passkeyUsedAt } = session;
    return passkeyUsedAt && now - passkeyUsedAt.getTime() < PASSKEY_FRESH_MS ? "none" : "passkey";
  }
  return isFresh(session, now) ? "none" : "any";
}
