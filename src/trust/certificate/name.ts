import { type DerElement, DerReader } from "../der/reader.ts";
import { decodeString } from "../der/strings.ts";
import { TAG } from "../der/tags.ts";
import { assertSorted, readOid } from "../der/values.ts";
import { tlv } from "../der/writer.ts";
import { ATTRIBUTE } from "../oids.ts";
import { CertificateError } from "./error.ts";

/** String types of attribute values (RFC 5280 §4.1.2.4 and appendix A.1), with the octets of their smallest character. */
const STRING_TYPES: ReadonlyMap<number, number> = new Map([
  [TAG.utf8String, 1],
  [TAG.printableString, 1],
  [TAG.ia5String, 1],
  [TAG.teletexString, 1],
  [TAG.bmpString, 2],
  [TAG.universalString, 4],
]);

/** One attribute of a distinguished name. */
export interface NameAttribute {
  readonly type: string;
  /** Text of the value. Undefined when its string type is not interpreted, or is not the attribute's own type. */
  readonly value: string | undefined;
}

/** A distinguished name (RFC 5280 §4.1.2.4): RDNs in order, each one or more attributes. */
export interface Name {
  readonly encoding: Uint8Array;
  readonly rdns: readonly (readonly NameAttribute[])[];
  /** One comparison key for each RDN. RDNs with equal keys are equal. */
  readonly comparisonKeys: readonly string[];
}

/** Reads the next element as a Name. */
export function readName(reader: DerReader): Name {
  return decodeName(reader.read(TAG.sequence));
}

function decodeName(element: DerElement): Name {
  return nameOf(
    element.encoding,
    DerReader.inside(element).list((reader) => decodeRdn(reader.enter(TAG.set))),
  );
}

/**
 * Reads the next element, an RDN under this implicit tag, as a nameRelativeToCRLIssuer (RFC 5280 §4.2.1.13).
 * @returns a function that appends the RDN to `base`
 */
export function readRelativeName(reader: DerReader, tag: number): (base: Name) => Name {
  const element = reader.read(tag);
  const attributes = decodeRdn(DerReader.inside(element));
  return (base) => {
    const rdns = DerReader.document(base.encoding).read(TAG.sequence).contents;
    return nameOf(tlv(TAG.sequence, rdns, tlv(TAG.set, element.contents)), [
      ...base.rdns.map((rdn, index) => ({ rdn, comparisonKey: base.comparisonKeys[index] ?? "" })),
      attributes,
    ]);
  };
}

/** Tells whether two names match under RFC 5280 §7.1. */
export function sameName(a: Name, b: Name): boolean {
  return a.rdns.length === b.rdns.length && isWithin(a, b);
}

/** Tells whether `name` lies in the subtree of `base`: its first RDNs equal those of `base` (RFC 5280 §4.2.1.10). */
export function isWithin(name: Name, base: Name): boolean {
  return base.comparisonKeys.every((key, index) => key === name.comparisonKeys[index]);
}

/**
 * Tells whether every value is text that is interpreted. Other values compare by their encoding.
 * Equal encodings prove equal values; different encodings do not prove different values.
 */
export function isInterpreted(name: Name): boolean {
  return name.rdns.flat().every(({ value }) => value !== undefined);
}

/** Returns the texts of all attributes of one type, in order. */
export function attributeValues(name: Name, type: string): string[] {
  return name.rdns
    .flat()
    .flatMap((attribute) =>
      attribute.type === type && attribute.value !== undefined ? [attribute.value] : [],
    );
}

interface ReadAttribute extends NameAttribute {
  readonly comparisonKey: string;
}

interface ReadRdn {
  readonly rdn: readonly NameAttribute[];
  readonly comparisonKey: string;
}

function nameOf(encoding: Uint8Array, rdns: readonly ReadRdn[]): Name {
  return {
    encoding,
    rdns: rdns.map(({ rdn }) => rdn),
    comparisonKeys: rdns.map(({ comparisonKey }) => comparisonKey),
  };
}

/** Reads the elements of one SET of attributes. */
function decodeRdn(inside: DerReader): ReadRdn {
  const elements = inside.list((reader) => reader.read(TAG.sequence));
  if (elements.length === 0)
    throw new CertificateError("CERTIFICATE_NAME_MALFORMED", "an RDN without attributes");
  assertSorted(elements);
  const attributes = elements.map(decodeAttribute);
  return {
    rdn: attributes.map(({ type, value }) => ({ type, value })),
    comparisonKey: attributes
      .map((attribute) => attribute.comparisonKey)
      .sort()
      .join("+"),
  };
}

function decodeAttribute(element: DerElement): ReadAttribute {
  const inside = DerReader.inside(element);
  const type = readOid(inside);
  const valueElement = inside.readAny();
  inside.end();
  const bytesPerCharacter = STRING_TYPES.get(valueElement.tag);
  if (bytesPerCharacter === undefined || valueElement.contents.length % bytesPerCharacter !== 0) {
    throw new CertificateError(
      "CERTIFICATE_NAME_MALFORMED",
      "an attribute that is not a DirectoryString or IA5String",
    );
  }
  const text = decodeString(valueElement);
  // RFC 5280 appendix A.1 defines emailAddress as an IA5String. A value of another type is not compared as a mailbox.
  const value = type === ATTRIBUTE.emailAddress && valueElement.tag !== TAG.ia5String ? undefined : text;
  return { type, value, comparisonKey: JSON.stringify([type, comparable(text, valueElement)]) };
}

/**
 * Returns the text to compare. RFC 5280 §7.1 ignores case and treats a run of white space as one space.
 * Only ASCII case is folded, as in OpenSSL: more folding would accept names as equal that other software distinguishes.
 * For excluded names, prepared-name.ts additionally compares in full. Values of the old string types compare by their encoding.
 */
function comparable(value: string | undefined, element: DerElement): string {
  if (value === undefined) return `#${Buffer.from(element.encoding).toString("hex")}`;
  const spaced = value.replace(/[ \t\n\v\f\r]+/g, " ").replace(/^ | $/g, "");
  return `=${spaced.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}`;
}
