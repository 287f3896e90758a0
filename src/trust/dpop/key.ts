import { createPublicKey, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { JsonObject } from "../../json/value.ts";
import { algorithmOf } from "../jws.ts";
import { jwkThumbprint } from "../key-thumbprint.ts";

/** Private members of RFC 7518 §6.2.2, §6.3.2 and §6.4.1, and of RFC 8037 §2. */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 4096;

/** The key of a proof. */
export interface ProofKey {
  readonly key: KeyObject;
  /** RFC 7638 over SHA-256, base64url. */
  readonly thumbprint: string;
}

/** Keys by thumbprint, which stands for the same members always. Reading a key costs half as much as verifying a signature. */
const known = new LRUCache<string, KeyObject>({ max: 5_000 });

/**
 * Reads the public key in the header of a proof: P-256, Ed25519, or RSA with 2,048 to 4,096 bits.
 * @returns undefined for every other key, for a private one, and for one that is not written in its canonical form
 */
export function readProofKey(jwk: JsonObject): ProofKey | undefined {
  if (PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name))) return undefined;
  const thumbprint = jwkThumbprint(jwk);
  if (thumbprint === undefined) return undefined;
  const key = known.get(thumbprint) ?? imported(jwk);
  if (!key) return undefined;
  if (!known.has(thumbprint)) {
    // Else one key would have several thumbprints: base64url has stray bits, and numbers have leading zeros.
    if (!isAllowed(key) || jwkThumbprint({ ...key.export({ format: "jwk" }) }) !== thumbprint)
      return undefined;
    known.set(thumbprint, key);
  }
  return { key, thumbprint };
}

function imported({ kty, crv, x, y, n, e }: JsonObject): KeyObject | undefined {
  try {
    const members = { kty, crv, x, y, n, e } as Record<string, string>;
    return createPublicKey({ key: members, format: "jwk" });
  } catch {
    return undefined;
  }
}

function isAllowed(key: KeyObject): boolean {
  const algorithm = algorithmOf(key);
  if (algorithm !== "PS256") return algorithm !== undefined;
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  const isSized = modulusLength >= RSA_BITS_MIN && modulusLength <= RSA_BITS_MAX;
  // A large exponent makes a verification slow.
  return isSized && publicExponent >= 65_537n && publicExponent < 2n ** 32n && publicExponent % 2n === 1n;
}
