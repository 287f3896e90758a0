import { randomBytes } from "node:crypto";
import type { Recipient } from "./offer.ts";

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
