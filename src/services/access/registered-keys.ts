import type { KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PublicKey } from "../../domain/access/public-key.ts";
import type { Store } from "../../store/store.ts";
import { keyOfSpki } from "../../trust/registered-key.ts";

const keysMax = 10_000;

/** A key of the registry, ready to verify signatures. */
export interface RegisteredKey {
  readonly publicKey: PublicKey;
  readonly key: KeyObject;
}

/**
 * Finds registered public keys, and keeps those that it has found for a short time. The time counts from the question, so a revocation takes
 * effect within it.
 */
export class RegisteredKeys {
  readonly #store: Pick<Store, "reserved">;
  readonly #ttlMs: number;
  readonly #found: LRUCache<string, RegisteredKey>;

  /** @param ttlMs how long a key is kept; 0 asks the database each time */
  constructor(store: Pick<Store, "reserved">, ttlMs = 2_000) {
    this.#store = store;
    this.#ttlMs = ttlMs;
    this.#found = new LRUCache({ max: keysMax, ttl: Math.max(1, ttlMs), ttlResolution: 0 });
  }

  /** Returns a key, whether it is accepted or not. An unknown one is not kept, because strangers can name any number of them. */
  async find(publicKeyId: string): Promise<RegisteredKey | undefined> {
    const known = this.#found.get(publicKeyId);
    if (known) return known;
    const start = performance.now();
    const publicKey = await this.#store.reserved.publicKeys.find(publicKeyId);
    if (!publicKey) return undefined;
    const found = { publicKey, key: keyOfSpki(publicKey.spki) };
    if (this.#ttlMs > 0) this.#found.set(publicKeyId, found, { start });
    return found;
  }
}
