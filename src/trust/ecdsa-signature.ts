/** r and s of 32 bytes each. */
export const SIGNATURE_BYTES = 64;
const HALF = SIGNATURE_BYTES / 2;
const TAG_SEQUENCE = 0x30;
const TAG_INTEGER = 0x02;

/**
 * Returns an ECDSA signature over a 256-bit curve as ECDSA-Sig-Value (RFC 3279 §2.2.3). Node could convert the signature, but it exports the
 * key for that, which costs half as much as the verification.
 *
 * @param signature r and s, 32 bytes each, big-endian (IEEE P1363, RFC 7518 §3.4)
 */
export function ecdsaDer(signature: Uint8Array): Buffer {
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
