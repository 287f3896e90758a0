import type { KeyObject } from "node:crypto";
import { provesPossession, SIGNATURE_BYTES } from "./signature.ts";

/** Half of the order of secp256k1, rounded down (SEC 2 §2.4.1), big-endian. */
const HALF_ORDER = Buffer.from("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0", "hex");

/**
 * Whether `signature` is ECDSA with SHA-256 over `message` under a secp256k1 key (ES256K, RFC 8812 §3.2), with s at most half of the
 * order: anyone can make the other s out of it, so that one counts as no signature.
 *
 * @param signature r and s, 32 bytes each, big-endian
 * @throws {RangeError} where it has another length
 */
export function provesRawKeyPossession(key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean {
  return hasLowS(signature) && provesPossession(key, message, signature);
}

function hasLowS(signature: Uint8Array): boolean {
  return Buffer.compare(signature.subarray(SIGNATURE_BYTES / 2), HALF_ORDER) <= 0;
}
