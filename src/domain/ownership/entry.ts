import { createHash } from "node:crypto";

/**
 * One entry in an asset's chain of owners. It names nobody: the owner stands in the offer and the acceptance, of which it has the
 * hashes. Those texts hold a signature or a random salt, so that their hashes cannot be guessed from the keys of known wallets.
 */
export interface OwnershipEntry {
  readonly assetId: string;
  /** 1 for the first owner. */
  readonly seq: number;
  /** Hash of the entry before, base64url; null for the first. */
  readonly prevEntryHash: string | null;
  /** SHA-256 of the offer's text, base64url. */
  readonly offerHash: string;
  /** SHA-256 of the acceptance's text, base64url; null for a publisher's gift, which needs none. */
  readonly acceptanceHash: string | null;
}

/** Who owns an asset now: the last entry of its chain. */
export interface ChainHead {
  readonly seq: number;
  readonly entryHash: string;
}

/** SHA-256 of a text in UTF-8, base64url without padding. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * SHA-256 over the entry as canonical JSON (RFC 8785: members in order, no white space) with a `type` that no other hash has,
 * base64url.
 */
export function entryHash({
  assetId,
  seq,
  prevEntryHash,
  offerHash,
  acceptanceHash,
}: OwnershipEntry): string {
  return textHash(
    JSON.stringify({ acceptanceHash, assetId, offerHash, prevEntryHash, seq, type: "PDA-OWN-v1" }),
  );
}
