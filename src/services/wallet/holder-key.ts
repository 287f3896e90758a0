import { createPublicKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { NamedKey } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import { HolderKeyError, parseHolderJwk } from "../../trust/holder-key.ts";

/** Parsed public keys by thumbprint. Parsing costs half as much as a verification, and a thumbprint always stands for the same key. */
const keys = new LRUCache<string, KeyObject>({ max: 20_000 });

/** Returns the public key that verifies the holder's signatures. */
export function verificationKeyOf({ keyThumbprint, holderKey }: NamedKey): KeyObject {
  const known = keys.get(keyThumbprint);
  if (known) return known;
  const key = createPublicKey({ key: { ...holderKey }, format: "jwk" });
  keys.set(keyThumbprint, key);
  return key;
}

/** Parses the public key in a field of a request. @throws Failure INVALID_ARGUMENT about the field */
export function readHolderKey(field: string, members: object | undefined): NamedKey {
  try {
    const { jwk, thumbprint } = parseHolderJwk({ ...members });
    return { holderKey: jwk, keyThumbprint: thumbprint };
  } catch (error) {
    if (!(error instanceof HolderKeyError)) throw error;
    throw Failure.ofField(field, error.reason, "It must be a P-256 public key as a JSON Web Key.");
  }
}
