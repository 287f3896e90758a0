import { randomBytes } from "node:crypto";
import type { Recipient } from "./offer.ts";
import { isHash, isNonce } from "./claims.ts";

/** What a publisher gives: the offer that an asset's chain begins with. */
export type Gift = {
  readonly transferId: string;
  readonly assetId: string;
  readonly publisherId: string;
} & Recipient;

/**
 * The record of a gift as text (canonical JSON, RFC 8785). No key signs it: it is the publisher's call that we have authenticated.
 * Its salt keeps its hash from telling to whom it was given.
 */
export function giftText({ assetId, claimCodeHash, publisherId, toKey, transferId }: Gift): string {
  const salt = randomBytes(16).toString("base64url");
  return JSON.stringify({
    assetId,
    claimCodeHash,
    publisherId,
    salt,
    seq: 1,
    toKey,
    transferId,
    type: "PDA-GIFT-v1",
  });
}

/** Reads the record of a gift; undefined for anything that `giftText` does not make. */
export function readGift(text: string): Gift | undefined {
  try {
    const { assetId, claimCodeHash, publisherId, salt, seq, toKey, transferId, type, ...others } =
      JSON.parse(text);
    const again = { assetId, claimCodeHash, publisherId, salt, seq, toKey, transferId, type };
    const whole =
      type === "PDA-GIFT-v1" &&
      seq === 1 &&
      isNonce(salt) &&
      [assetId, publisherId, transferId].every((id) => typeof id === "string") &&
      (toKey === undefined ? isHash(claimCodeHash) : isHash(toKey) && claimCodeHash === undefined) &&
      Object.keys(others).length === 0 &&
      JSON.stringify(again) === text;
    return whole ? { assetId, publisherId, transferId, toKey, claimCodeHash } : undefined;
  } catch {
    return undefined;
  }
}
