import { encodeOid } from "./oid.ts";
import { contextConstructed, TAG } from "./tags.ts";

/** Encodes one element: identifier octet, minimal definite length, contents. */
export function tlv(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  return encode(tag, contents);
}

export function sequence(...elements: readonly Uint8Array[]): Uint8Array {
  return tlv(TAG.sequence, ...elements);
}

/** Encodes a SEQUENCE OF any length. An array, because the engine passes only some ten thousand arguments to a function. */
export function sequenceOf(elements: readonly Uint8Array[]): Uint8Array {
  return encode(TAG.sequence, elements);
}

/** Encodes a SET OF, with the elements in ascending order of their encodings (X.690 §11.6). */
export function setOf(...elements: readonly Uint8Array[]): Uint8Array {
  return tlv(TAG.set, ...[...elements].sort((a, b) => Buffer.compare(a, b)));
}

/** Encodes `[number] EXPLICIT`, or IMPLICIT over a constructed type with these elements. */
export function context(number: number, ...elements: readonly Uint8Array[]): Uint8Array {
  return tlv(contextConstructed(number), ...elements);
}

export function boolean(value: boolean): Uint8Array {
  return tlv(TAG.boolean, Uint8Array.of(value ? 0xff : 0x00));
}

export function integer(value: bigint | number): Uint8Array {
  let rest = BigInt(value);
  const octets: number[] = [];
  do {
    octets.unshift(Number(rest & 0xffn));
    rest >>= 8n;
  } while (!(rest === 0n || rest === -1n) || (rest === 0n) !== (octets[0] ?? 0) < 0x80);
  return tlv(TAG.integer, Uint8Array.from(octets));
}

export function objectIdentifier(dotted: string): Uint8Array {
  return tlv(TAG.objectIdentifier, encodeOid(dotted));
}

export function octetString(bytes: Uint8Array): Uint8Array {
  return tlv(TAG.octetString, bytes);
}

/** Encodes a BIT STRING of whole octets: keys and signatures. */
export function bitString(bytes: Uint8Array): Uint8Array {
  return tlv(TAG.bitString, Uint8Array.of(0), bytes);
}

/** Encodes a BIT STRING of a named bit list, without trailing zero bits (X.690 §11.2.2). */
export function namedBits(bits: readonly number[]): Uint8Array {
  if (bits.length === 0) return tlv(TAG.bitString, Uint8Array.of(0));
  const highest = Math.max(...bits);
  const bytes = new Uint8Array((highest >> 3) + 1);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return tlv(TAG.bitString, Uint8Array.of(7 - (highest & 7)), bytes);
}

export function utf8String(text: string): Uint8Array {
  return tlv(TAG.utf8String, Buffer.from(text, "utf8"));
}

export function printableString(text: string): Uint8Array {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)) throw new RangeError("not a PrintableString");
  return tlv(TAG.printableString, Buffer.from(text, "latin1"));
}

/** Encodes a time in whole seconds: UTCTime through 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5). */
export function time(date: Date): Uint8Array {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, "");
  return date.getUTCFullYear() >= 1950 && date.getUTCFullYear() < 2050
    ? tlv(TAG.utcTime, Buffer.from(digits.slice(2), "latin1"))
    : tlv(TAG.generalizedTime, Buffer.from(digits, "latin1"));
}

function encode(tag: number, contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([Uint8Array.of(tag), encodeLength(length), ...contents]);
}

function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) octets.unshift(left % 256);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}
