import { createHash } from "node:crypto";

/**
 * One entry in an asset's chain of owners. An entry names nobody.
 * It contains the hashes of the offer and the acceptance, which name the owner.
 * Those texts contain a signature or a random salt, so that nobody can guess their hashes from the keys of known wallets.
 */
export interface OwnershipEntry {
  readonly assetId: string;
  /** 1 for the first owner. */
  readonly seq: number;
  /** Hash of the previous entry, base64url. Null in the first entry. */
  readonly prevEntryHash: string | null;
  /** SHA-256 of the offer's text, base64url. */
  readonly offerHash: string;
  /** SHA-256 of the acceptance's text, base64url. Null for a publisher's gift, which needs no acceptance. */
  readonly acceptanceHash: string | null;
}

/** The last entry of an asset's chain, which decides its present owner. */
export interface ChainHead {
  readonly seq: number;
  readonly entryHash: string;
}

/** Returns the SHA-256 of a text in UTF-8, base64url without padding. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * Returns the SHA-256 over the entry as canonical JSON (RFC 8785: members in order, no white space), base64url.
 * The member `type` distinguishes this hash from all others.
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
