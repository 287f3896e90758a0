import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { TransferRole } from "../../domain/ownership/transfer.ts";

/** What is listed for a holder. */
export type Shelf = "assets" | "transfers";

/**
 * Names owners in the store without naming them: an HMAC of what is owned and of the owner's key, by a key that is not in the
 * database. Each use has a label of its own, and each asset and transfer a tag of its own for the same owner: who reads a copy of the
 * database can neither tell whose an asset is, although the thumbprints of all wallets stand there, nor which assets have the same
 * owner.
 *
 * Every tag is made of one key. When a wallet's key is replaced, its owner is looked for by the tags of all keys that the wallet has had;
 * no row has to change.
 */
export class OwnershipTags {
  readonly #key: Buffer;

  /** @param dataKey 32 random bytes */
  constructor(dataKey: Uint8Array) {
    if (dataKey.length !== 32) throw new RangeError("a data key has 32 bytes");
    this.#key = Buffer.from(hkdfSync("sha256", dataKey, "", "pda ownership tags v1", 32));
  }

  /** The owner of an asset. */
  owner(assetId: string, keyThumbprint: string): Buffer {
    return this.#tag("owner", assetId, keyThumbprint);
  }

  /** A party of a transfer. */
  party(role: TransferRole, transferId: string, keyThumbprint: string): Buffer {
    return this.#tag(role, transferId, keyThumbprint);
  }

  /** The place where a holder's things of a kind are listed. */
  shelf(shelf: Shelf, keyThumbprint: string): Buffer {
    return this.#tag(`shelf of ${shelf}`, keyThumbprint);
  }

  /** A thing on a holder's shelf, by which it is found to be taken off. */
  item(id: string, keyThumbprint: string): Buffer {
    return this.#tag("item", id, keyThumbprint);
  }

  #tag(...parts: readonly string[]): Buffer {
    // No part holds a "|": labels, identifiers and base64url.
    return createHmac("sha256", this.#key).update(parts.join("|")).digest();
  }
}

/** Compares in constant time. @param tag undefined where there is none to compare with, which costs the same */
export function sameTag(tag: Uint8Array | undefined, other: Uint8Array): boolean {
  return timingSafeEqual(tag ?? Buffer.alloc(other.length), other) && tag !== undefined;
}
