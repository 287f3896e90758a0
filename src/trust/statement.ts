import type { KeyObject } from "node:crypto";
import { JWS_LIFETIME_SECONDS_MAX, type WalletSignatureRefusal, type WalletSignatureType } from "./jws.ts";
import { exactly, isNonce, judgeSignature } from "./ownership/claims.ts";

/** What a holder says with a nonce of its own making, to have an effect now. */
export interface StatementTerms {
  readonly type: WalletSignatureType;
  readonly key: KeyObject;
  /** RFC 7638 thumbprint of the key, which a `kid` has to name where there is one. */
  readonly kid: string;
  readonly audience: string;
  /** Every claim beside `aud nonce iat exp`, text for text. */
  readonly claims: Readonly<Record<string, string>>;
  /** Real time, not the sandbox clock. */
  readonly now: Date;
}

/**
 * Verifies a compact JWS (RFC 7515, RFC 8725) over `aud nonce iat exp`, at most 300 s long, and exactly these claims. Whether its nonce
 * is unused is the caller's to judge.
 */
export async function verifyStatement(
  jws: string,
  { type, key, kid, audience, claims, now }: StatementTerms,
): Promise<{ readonly verified: true; readonly nonce: string } | WalletSignatureRefusal> {
  const judged = await judgeSignature(jws, {
    type,
    key,
    kid,
    claims: {
      aud: exactly(audience),
      nonce: isNonce,
      ...Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, exactly(value)])),
    },
    lifetimeSecondsMax: JWS_LIFETIME_SECONDS_MAX,
    now,
  });
  return judged.verified ? { verified: true, nonce: judged.claims.nonce as string } : judged;
}
