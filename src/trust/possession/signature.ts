import { type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { ecdsaDer, SIGNATURE_BYTES } from "../ecdsa-signature.ts";

const verifyAside = promisify(verify);
const HALF = SIGNATURE_BYTES / 2;
/** Half of the order of secp256k1, rounded down (SEC 2 §2.4.1), big-endian. */
const HALF_ORDER = Buffer.from("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0", "hex");

/**
 * Tells whether `signature` is ECDSA with SHA-256 (FIPS 186-5 §6.4) over `message` under a key of a 256-bit curve. Another thread verifies,
 * so that other calls continue meanwhile.
 *
 * @param signature r and s, 32 bytes each, big-endian (IEEE P1363, RFC 7518 §3.4).
 * Both s and n − s are accepted, because chips do not choose between them and a signature only counts once.
 * @throws {RangeError} when the signature has another length
 */
export async function provesPossession(
  key: KeyObject,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) throw new RangeError("a signature must have 64 bytes");
  return verifyAside("sha256", message, key, ecdsaDer(signature));
}

/**
 * Tells whether `signature` is ECDSA with SHA-256 over `message` under a secp256k1 key (ES256K, RFC 8812 §3.2).
 * s must be at most half of the order. Anyone can compute the other s, so it is refused.
 *
 * @param signature r and s, 32 bytes each, big-endian
 * @throws {RangeError} when the signature has another length
 */
export async function provesRawKeyPossession(
  key: KeyObject,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  return hasLowS(signature) && provesPossession(key, message, signature);
}

function hasLowS(signature: Uint8Array): boolean {
  return Buffer.compare(signature.subarray(HALF), HALF_ORDER) <= 0;
}
