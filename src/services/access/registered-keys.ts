import type { KeyObject } from "node:crypto";
import type { PublicKey } from "../../domain/access/public-key.ts";
import { sourceCheck } from "../../rpc/source-network.ts";
import type { Store } from "../../store/store.ts";
import { keyOfSpki } from "../../trust/registered-key.ts";
import { type KeyPrincipals, keyPrincipals } from "./key-principals.ts";
import { principalOfRegistered } from "./principal.ts";
import { recentlyFound } from "./recently-found.ts";

/** A key of the registry, ready to verify signatures. */
export interface RegisteredKey {
  readonly publicKey: PublicKey;
  readonly key: KeyObject;
  /** The owner of the key: one object for each use, for as long as the key is kept. */
  readonly principals: KeyPrincipals;
  /** @throws Failure PERMISSION_DENIED for an address from which the key may not be used */
  readonly checkSource: (address: string) => void;
}

/** Finds registered public keys, and keeps those that it has found for a short time. */
export class RegisteredKeys {
  /** Returns a key, whether it is accepted or not. */
  readonly find: (publicKeyId: string) => Promise<RegisteredKey | undefined>;

  /** @param ttlMs how long a key is kept; 0 asks the database each time */
  constructor(store: Pick<Store, "reserved">, ttlMs = 2_000) {
    this.find = recentlyFound(async (publicKeyId) => {
      const publicKey = await store.reserved.publicKeys.find(publicKeyId);
      return publicKey && prepared(publicKey);
    }, ttlMs);
  }
}

const prepared = (publicKey: PublicKey): RegisteredKey => ({
  publicKey,
  key: keyOfSpki(publicKey.spki),
  principals: keyPrincipals((authentication) => principalOfRegistered(publicKey, authentication)),
  checkSource: sourceCheck(publicKey.allowedNetworks, "public key"),
});
