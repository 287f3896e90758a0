import { type KeyObject, verify } from "node:crypto";

/** r and s of 32 bytes each. */
const SIGNATURE_BYTES = 64;
const HALF = SIGNATURE_BYTES / 2;
/** Half of the order of secp256k1, rounded down (SEC 2 §2.4.1), big-endian. */
const HALF_ORDER = Buffer.from("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0", "hex");
const TAG_SEQUENCE = 0x30;
const TAG_INTEGER = 0x02;

/**
 * Tells whether `signature` is ECDSA with SHA-256 (FIPS 186-5 §6.4) over `message` under a key of a 256-bit curve.
 *
 * @param signature r and s, 32 bytes each, big-endian (IEEE P1363, RFC 7518 §3.4).
 * Both s and n − s are accepted, because chips do not choose between them and a signature only counts once.
 * @throws {RangeError} when the signature has another length
 */
export function provesPossession(key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) throw new RangeError("a signature must have 64 bytes");
  // Node could convert the signature, but it exports the key for that, which costs half as much as the verification.
  return verify("sha256", message, key, derOf(signature));
}

/**
 * Tells whether `signature` is ECDSA with SHA-256 over `message` under a secp256k1 key (ES256K, RFC 8812 §3.2).
 * s must be at most half of the order. Anyone can compute the other s, so it is refused.
 *
 * @param signature r and s, 32 bytes each, big-endian
 * @throws {RangeError} when the signature has another length
 */
export function provesRawKeyPossession(key: KeyObject, message: Uint8Array, signature: Uint8Array): boolean {
  return hasLowS(signature) && provesPossession(key, message, signature);
}

function hasLowS(signature: Uint8Array): boolean {
  return Buffer.compare(signature.subarray(HALF), HALF_ORDER) <= 0;
}

/** ECDSA-Sig-Value (RFC 3279 §2.2.3). */
function derOf(signature: Uint8Array): Buffer {
  const r = positive(signature, 0);
  const s = positive(signature, HALF);
  return Buffer.concat([Buffer.of(TAG_SEQUENCE, r.length + s.length), r, s]);
}

/** Encodes an INTEGER from 32 unsigned bytes, in its shortest form. */
function positive(bytes: Uint8Array, from: number): Buffer {
  const end = from + HALF;
  let start = from;
  while (start < end - 1 && bytes[start] === 0) start += 1;
  const digits = bytes.subarray(start, end);
  // A first bit of 1 would make the INTEGER negative.
  const sign = (digits[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.concat([Buffer.of(TAG_INTEGER, digits.length + sign.length, ...sign), digits]);
}
