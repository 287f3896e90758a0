import { objectIdentifier, printableString, sequence, setOf, utf8String } from "../der/writer.ts";
import { ATTRIBUTE } from "../oids.ts";
import { CHIP_LENGTH_MAX, ORGANIZATION_LENGTH_MAX } from "../profile.ts";
import { IssueError } from "./error.ts";

/** One RDN of one attribute, DER. */
export type Rdn = Uint8Array;

/** Encodes a Name in DER from its RDNs, most significant first. */
export function distinguishedName(...rdns: readonly Rdn[]): Uint8Array {
  return sequence(...rdns);
}

/** Encodes a UID. Always a UTF8String, because name constraints of other software compare its bytes with the string type. */
export function userId(identifier: string): Rdn {
  return rdn(ATTRIBUTE.userId, utf8String(identifier));
}

export function organization(name: string): Rdn {
  return rdn(ATTRIBUTE.organizationName, utf8String(limited(name, ORGANIZATION_LENGTH_MAX)));
}

export function commonName(name: string): Rdn {
  return anyCommonName(limited(name, ORGANIZATION_LENGTH_MAX));
}

/** Encodes a common name of any length, for names that only the product's own tiers read. */
export function anyCommonName(name: string): Rdn {
  return rdn(ATTRIBUTE.commonName, utf8String(name));
}

/** Encodes a serialNumber, which is a PrintableString by definition (RFC 5280 appendix A.1). */
export function chipSerialNumber(chip: string): Rdn {
  if (!/^[A-Za-z0-9:.\-/]+$/.test(chip)) throw new IssueError("NAME_NOT_ALLOWED");
  return rdn(ATTRIBUTE.serialNumber, printableString(limited(chip, CHIP_LENGTH_MAX)));
}

function rdn(type: string, value: Uint8Array): Rdn {
  return setOf(sequence(objectIdentifier(type), value));
}

function limited(text: string, lengthMax: number): string {
  const readable = text.trim() !== "" && !/[\p{Cc}\p{Cs}]/u.test(text);
  if (!readable || [...text].length > lengthMax) throw new IssueError("NAME_NOT_ALLOWED");
  return text;
}
