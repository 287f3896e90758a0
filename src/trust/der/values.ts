import { DerError } from "./error.ts";
import { decodeOid } from "./oid.ts";
import { type DerElement, DerReader } from "./reader.ts";
import { decodeString } from "./strings.ts";
import { isConstructed, isUniversal, TAG } from "./tags.ts";
import { decodeTime } from "./time.ts";

/** Decodes BOOLEAN contents: 00 or FF only (X.690 §11.1). */
export function decodeBoolean(contents: Uint8Array): boolean {
  const [octet] = contents;
  if (contents.length !== 1 || (octet !== 0x00 && octet !== 0xff)) {
    throw new DerError("DER_BAD_BOOLEAN", "must be one octet, 00 or FF");
  }
  return octet === 0xff;
}

/** Checks INTEGER contents: not empty, in the fewest octets (X.690 §8.3.2). Returns the contents. */
export function integerOctets(contents: Uint8Array): Uint8Array {
  const [first, second = 0] = contents;
  if (first === undefined) throw new DerError("DER_BAD_INTEGER", "empty");
  const padded =
    contents.length > 1 && ((first === 0x00 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (padded) throw new DerError("DER_BAD_INTEGER", "padded");
  return contents;
}

/** Decodes INTEGER contents as a signed number of any size. */
export function decodeInteger(contents: Uint8Array): bigint {
  const octets = integerOctets(contents);
  const unsigned = BigInt(`0x${Buffer.from(octets).toString("hex")}`);
  return BigInt.asIntN(octets.length * 8, unsigned);
}

/** Decodes INTEGER contents as a number from 0 to 2^31 − 1, for versions and counts. */
export function decodeSmallInteger(contents: Uint8Array): number {
  const [first = 0] = integerOctets(contents);
  if (first >= 0x80 || contents.length > 4) throw new DerError("DER_BAD_INTEGER", "outside 0 to 2147483647");
  return Number(decodeInteger(contents));
}

/** Decodes BIT STRING contents without the leading count. Unused bits must be zero (X.690 §11.2.1). */
export function decodeBitString(contents: Uint8Array): {
  readonly unusedBits: number;
  readonly bytes: Uint8Array;
} {
  const [unusedBits] = contents;
  const bytes = contents.subarray(1);
  if (unusedBits === undefined || unusedBits > 7)
    throw new DerError("DER_BAD_BIT_STRING", "the count of unused bits must be 0 to 7");
  const last = bytes.at(-1);
  if (last === undefined) {
    if (unusedBits !== 0) throw new DerError("DER_BAD_BIT_STRING", "unused bits in an empty bit string");
  } else if ((last & ((1 << unusedBits) - 1)) !== 0) {
    throw new DerError("DER_BAD_BIT_STRING", "DER requires unused bits to be zero");
  }
  return { unusedBits, bytes };
}

/** Decodes BIT STRING contents of whole octets: keys and signatures. */
export function decodeOctetAlignedBits(contents: Uint8Array): Uint8Array {
  const { unusedBits, bytes } = decodeBitString(contents);
  if (unusedBits !== 0) throw new DerError("DER_BAD_BIT_STRING", "not whole octets");
  return bytes;
}

/** Returns the numbers of the set bits of a named bit list. DER allows no trailing zero bits in it (X.690 §11.2.2). */
export function decodeNamedBits(contents: Uint8Array): number[] {
  const { unusedBits, bytes } = decodeBitString(contents);
  const last = bytes.at(-1);
  if (last !== undefined && ((last >> unusedBits) & 1) === 0) {
    throw new DerError("DER_BAD_BIT_STRING", "trailing zero bits in a named bit list");
  }
  const set: number[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    if (((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0) set.push(bit);
  }
  return set;
}

/** Reads the next OBJECT IDENTIFIER. */
export function readOid(reader: DerReader): string {
  return decodeOid(reader.read(TAG.objectIdentifier).contents);
}

/** Reads `BOOLEAN DEFAULT FALSE`. DER allows no explicit FALSE (X.690 §11.5). */
export function readBooleanDefaultFalse(reader: DerReader): boolean {
  const element = reader.readOptional(TAG.boolean);
  if (element === undefined) return false;
  if (!decodeBoolean(element.contents))
    throw new DerError("DER_DEFAULT_ENCODED", "an explicit FALSE, which is the default");
  return true;
}

/** Checks that the elements of a SET OF ascend by their encodings (X.690 §11.6). */
export function assertSorted(elements: readonly DerElement[]): void {
  let previous: DerElement | undefined;
  for (const element of elements) {
    if (previous !== undefined && Buffer.compare(previous.encoding, element.encoding) > 0) {
      throw new DerError("DER_SET_NOT_SORTED", "the elements of a SET OF must ascend");
    }
    previous = element;
  }
}

/** Checks at all levels that an element that is not interpreted is DER. */
export function assertDer(element: DerElement): void {
  const { tag, contents } = element;
  if (isConstructed(tag)) {
    if (isUniversal(tag) && tag !== TAG.sequence && tag !== TAG.set) {
      throw new DerError("DER_UNEXPECTED_TAG", "DER requires primitive strings");
    }
    DerReader.inside(element).list((reader) => assertDer(reader.readAny()));
    return;
  }
  switch (tag) {
    case TAG.sequence & ~0x20:
    case TAG.set & ~0x20:
      throw new DerError("DER_UNEXPECTED_TAG", "SEQUENCE and SET must be constructed");
    case TAG.boolean:
      decodeBoolean(contents);
      return;
    case TAG.integer:
      integerOctets(contents);
      return;
    case TAG.bitString:
      decodeBitString(contents);
      return;
    case TAG.null:
      assertNull(element);
      return;
    case TAG.objectIdentifier:
      decodeOid(contents);
      return;
    case TAG.utcTime:
    case TAG.generalizedTime:
      decodeTime(element);
      return;
    default:
      decodeString(element);
  }
}

/** Checks a NULL: its tag, and that it has no contents. */
function assertNull(element: DerElement): void {
  if (element.tag !== TAG.null || element.contents.length !== 0)
    throw new DerError("DER_BAD_NULL", "NULL must be empty");
}
