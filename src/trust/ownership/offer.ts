import type { KeyObject } from "node:crypto";
import { OFFER_SECONDS_MAX } from "../../domain/ownership/transfer.ts";
import { readWalletSignature, type WalletSignatureRefusal } from "../jws.ts";
import { exactly, isAssetId, isHash, isLaterSeq, isNonce, isTransferId, judgeSignature } from "./claims.ts";

/** To whom: the holder of a key, or whoever has a code. */
export type Recipient =
  | { readonly toKey: string; readonly claimCodeHash?: undefined }
  | { readonly claimCodeHash: string; readonly toKey?: undefined };

/** What an owner's offer says. */
export type OwnerOffer = {
  readonly transferId: string;
  readonly assetId: string;
  readonly seq: number;
  readonly prevEntryHash: string;
  /** Until when it stands; real time. */
  readonly expiresAt: Date;
} & Recipient;

/**
 * Verifies an owner's offer: compact JWS `pda-transfer+jws` over `aud nonce iat exp transferId assetId seq prevEntryHash` and
 * exactly one of `toKey` and `claimCodeHash`.
 *
 * @param kid thumbprint of the key, which a `kid` has to name; absent to look at an old one again
 * @param now real time; absent to look at an old offer again
 */
export async function verifyOffer(
  jws: string,
  terms: { readonly key: KeyObject; readonly kid?: string; readonly audience: string; readonly now?: Date },
): Promise<{ readonly verified: true; readonly offer: OwnerOffer } | WalletSignatureRefusal> {
  const { key, kid, audience, now } = terms;
  const read = readWalletSignature(jws);
  // Which of the two it names decides which one it must have; with both, one of them is unexpected.
  const byCode = "claims" in read && read.claims !== undefined && Object.hasOwn(read.claims, "claimCodeHash");
  const judged = await judgeSignature(jws, {
    type: "pda-transfer+jws",
    key,
    claims: {
      aud: exactly(audience),
      nonce: isNonce,
      transferId: isTransferId,
      assetId: isAssetId,
      seq: isLaterSeq,
      prevEntryHash: isHash,
      ...(byCode ? { claimCodeHash: isHash } : { toKey: isHash }),
    },
    lifetimeSecondsMax: OFFER_SECONDS_MAX,
    ...(kid === undefined ? {} : { kid }),
    ...(now ? { now } : {}),
  });
  if (!judged.verified) return judged;
  const { transferId, assetId, seq, prevEntryHash, toKey, claimCodeHash } = judged.claims as Record<
    string,
    string
  > & {
    seq: number;
  };
  return {
    verified: true,
    offer: {
      transferId,
      assetId,
      seq,
      prevEntryHash,
      expiresAt: judged.expiresAt,
      ...(claimCodeHash === undefined ? { toKey } : { claimCodeHash }),
    } as OwnerOffer,
  };
}
