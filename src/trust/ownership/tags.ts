import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { TransferRole } from "../../domain/ownership/transfer.ts";

/** A list of a holder: owned assets or transfers. */
export type Shelf = "assets" | "transfers";

/**
 * Makes pseudonymous tags of owners for the store.
 * A tag is an HMAC of the owned thing and the owner's key, under a key outside the database.
 * Each use has its own label, and each asset and transfer its own tag for the same owner.
 * A copy of the database therefore does not reveal the owner of an asset, although it contains the thumbprints of all wallets. A copy
 * does not reveal either which assets have the same owner.
 *
 * Each tag is computed from one wallet key.
 * After a key is replaced, the service searches by the tags of all keys of the wallet, and no row changes.
 */
export class OwnershipTags {
  readonly #key: KeyObject;

  /** @param key 32 secret bytes. Other bytes give other tags, so the key of a database never changes. */
  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new RangeError("the key of ownership tags must have 32 bytes");
    this.#key = createSecretKey(key);
  }

  /** Returns the tag of the owner of an asset. */
  owner(assetId: string, keyThumbprint: string): Buffer {
    return this.#tag("owner", assetId, keyThumbprint);
  }

  /** Returns the tag of a party of a transfer. */
  party(role: TransferRole, transferId: string, keyThumbprint: string): Buffer {
    return this.#tag(role, transferId, keyThumbprint);
  }

  /** Returns the tag of a holder's list. */
  shelf(shelf: Shelf, keyThumbprint: string): Buffer {
    return this.#tag(`shelf of ${shelf}`, keyThumbprint);
  }

  /** Returns the tag of an item in a holder's list, which finds the item for its removal. */
  item(id: string, keyThumbprint: string): Buffer {
    return this.#tag("item", id, keyThumbprint);
  }

  #tag(...parts: readonly string[]): Buffer {
    // No part contains "|": the parts are labels, identifiers and base64url.
    return createHmac("sha256", this.#key).update(parts.join("|")).digest();
  }
}

/** Compares in constant time. @param tag undefined when no tag exists, which takes the same time */
export function sameTag(tag: Uint8Array | undefined, other: Uint8Array): boolean {
  return timingSafeEqual(tag ?? Buffer.alloc(other.length), other) && tag !== undefined;
}
