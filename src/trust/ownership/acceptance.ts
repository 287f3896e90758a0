import type { KeyObject } from "node:crypto";
import { JWS_LIFETIME_SECONDS_MAX, type WalletSignatureRefusal } from "../jws.ts";
import { exactly, isNonce, judgeSignature } from "./claims.ts";

/** What a recipient agrees to: an offer that it has seen, or one that it has the code for. */
export type Agreed = {
  readonly transferId: string;
  /** RFC 7638 thumbprint of the recipient's key. */
  readonly newOwnerKey: string;
} & ({ readonly offerHash: string } | { readonly claimCodeHash: string });

/**
 * Verifies a recipient's acceptance: compact JWS `pda-transfer+jws` over `aud nonce iat exp transferId newOwnerKey` and `offerHash`
 * or `claimCodeHash`.
 *
 * @param kid thumbprint of the key, which a `kid` has to name; absent to look at an old one again
 * @param now real time; absent to look at an old acceptance again
 * @returns undefined when it holds
 */
export async function acceptanceProblem(
  jws: string,
  agreed: Agreed,
  terms: { readonly key: KeyObject; readonly kid?: string; readonly audience: string; readonly now?: Date },
): Promise<WalletSignatureRefusal | undefined> {
  const { key, kid, audience, now } = terms;
  const judged = await judgeSignature(jws, {
    type: "pda-transfer+jws",
    key,
    claims: {
      aud: exactly(audience),
      nonce: isNonce,
      ...Object.fromEntries(Object.entries(agreed).map(([name, value]) => [name, exactly(value)])),
    },
    lifetimeSecondsMax: JWS_LIFETIME_SECONDS_MAX,
    ...(kid === undefined ? {} : { kid }),
    ...(now ? { now } : {}),
  });
  return judged.verified ? undefined : judged;
}
