import type { KeyObject } from "node:crypto";
import { SIGNATURE_SECONDS_MAX } from "./time-limits.ts";
import { judgeSignature } from "./wallet-signature.ts";

/** The requirements on the proof that a registrant has the private key. */
export interface KeyProofExpectation {
  /** The key that is to be registered. */
  readonly key: KeyObject;
  /** Address of this service, as callers know it. */
  readonly audience: string;
  /** Identifier of the merchant or publisher that is to own the key, so that nobody registers the key of somebody else. */
  readonly owner: string;
}

/**
 * Verifies a proof: a JWT with `typ` "pda-key-proof+jwt" over exactly `aud`, `sub`, `iat` and `exp`, signed with the key itself. A proof need
 * not be spent: it repeats a registration only, and a key is registered once.
 *
 * @param now real time
 * @returns the problem for people, undefined when the proof is good
 */
export async function keyProofProblem(
  proof: string,
  { key, audience, owner }: KeyProofExpectation,
  now: Date,
): Promise<string | undefined> {
  const judged = await judgeSignature(proof, {
    type: "pda-key-proof+jwt",
    key,
    claims: { aud: audience, sub: owner },
    lifetimeSecondsMax: SIGNATURE_SECONDS_MAX,
    now,
  });
  if (judged.verified) return undefined;
  const { reason, member } = judged;
  if (reason === "JWS_CLAIM_MISMATCH" && member === "aud") return `Its claim aud must be ${audience}.`;
  if (reason === "JWS_CLAIM_MISMATCH") return `Its claim sub must be ${owner}.`;
  if (reason === "JWS_EXPIRED" || reason === "JWS_ISSUED_IN_FUTURE")
    return "It must be valid now. Check the clock of the machine that made it.";
  if (reason === "JWS_LIFETIME_TOO_LONG")
    return `Its exp must be at most ${SIGNATURE_SECONDS_MAX} s after iat.`;
  if (reason === "JWS_CLAIMS_MALFORMED" || reason === "JWS_CLAIM_UNEXPECTED")
    return "Its claims must be aud, sub, iat and exp, and no others; iat and exp in whole seconds.";
  return 'It must be a JWT with the typ "pda-key-proof+jwt", signed with the private key of public_key by the algorithm of its type.';
}
