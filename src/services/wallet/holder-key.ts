import { createPublicKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Wallet } from "../../domain/wallet/wallet.ts";

/** Keys of holders by thumbprint, parsed, which costs half as much as a verification: a wallet's key never changes. */
const keys = new LRUCache<string, KeyObject>({ max: 20_000 });

/** The public key that a wallet's signatures are verified with. */
export function keyOf({ keyThumbprint, holderKey }: Pick<Wallet, "keyThumbprint" | "holderKey">): KeyObject {
  const known = keys.get(keyThumbprint);
  if (known) return known;
  const key = createPublicKey({ key: { ...holderKey }, format: "jwk" });
  keys.set(keyThumbprint, key);
  return key;
}
