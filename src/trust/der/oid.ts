import { DerError } from "./error.ts";

/** Maximum length. A UUID arc under 2.25 takes 19 octets, and all identifiers in use are far below this limit. */
const CONTENTS_BYTES_MAX = 64;

/** Decodes the contents octets of an OBJECT IDENTIFIER to dotted decimal (X.690 §8.19). Arcs may exceed 2^53 (2.25.<UUID>). */
export function decodeOid(contents: Uint8Array): string {
  if (contents.length === 0) throw new DerError("DER_BAD_OBJECT_IDENTIFIER", "empty");
  if (contents.length > CONTENTS_BYTES_MAX) throw new DerError("DER_BAD_OBJECT_IDENTIFIER", "too long");
  const arcs: bigint[] = [];
  let arc = 0n;
  let startsArc = true;
  for (const octet of contents) {
    if (startsArc && octet === 0x80) throw new DerError("DER_BAD_OBJECT_IDENTIFIER", "padded arc");
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    startsArc = (octet & 0x80) === 0;
    if (!startsArc) continue;
    arcs.push(arc);
    arc = 0n;
  }
  if (!startsArc) throw new DerError("DER_BAD_OBJECT_IDENTIFIER", "last arc unfinished");
  const [first = 0n, ...rest] = arcs;
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [root, first - root * 40n, ...rest].join(".");
}

/**
 * Encodes an object identifier, the reverse of `decodeOid`.
 * The text never comes from a caller, so a malformed text is a programming error.
 */
export function encodeOid(dotted: string): Uint8Array {
  if (!/^[0-2](\.(0|[1-9]\d*))+$/.test(dotted)) throw new RangeError(`not an object identifier: ${dotted}`);
  const [root = 0n, second = 0n, ...rest] = dotted.split(".").map(BigInt);
  if (root < 2n && second > 39n) throw new RangeError(`second arc above 39: ${dotted}`);
  return Uint8Array.from([root * 40n + second, ...rest].flatMap(encodeArc));
}

function encodeArc(arc: bigint): number[] {
  const octets = [Number(arc & 0x7fn)];
  for (let left = arc >> 7n; left > 0n; left >>= 7n) octets.unshift(Number(left & 0x7fn) | 0x80);
  return octets;
}
