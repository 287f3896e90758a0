import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { contextPrimitive, TAG } from "../../../../src/trust/der/tags.ts";
import {
  bitString,
  boolean,
  context,
  integer,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  tlv,
  utf8String,
} from "../../../../src/trust/der/writer.ts";
import { readSubjectPublicKey } from "../../../../src/trust/certificate/public-key.ts";
import { DerReader } from "../../../../src/trust/der/reader.ts";
import { keyIdentifierOfBits } from "../../../../src/trust/issue/extensions.ts";
import { EXTENSION, SIGNATURE } from "../../../../src/trust/oids.ts";

/**
 * A certificate of any content, well signed. What the issuing code refuses to make, the validator must refuse
 * to believe.
 */
export interface Forgery {
  readonly subject: Uint8Array;
  readonly issuer: Uint8Array;
  readonly key: KeyObject;
  readonly signingKey: KeyObject;
  /** Default: that of `key`. */
  readonly spki?: Uint8Array;
  readonly extensions: readonly Uint8Array[] | undefined;
  readonly version?: number | undefined;
  readonly serial?: bigint;
  readonly notBefore?: Uint8Array;
  readonly notAfter?: Uint8Array;
  readonly innerAlgorithm?: Uint8Array;
  readonly outerAlgorithm?: Uint8Array;
}

export const NOW = new Date("2027-03-01T12:00:00Z");
export const YEAR_AGO = new Date("2026-03-01T12:00:00Z");
export const YEAR_AHEAD = new Date("2028-03-01T12:00:00Z");

export const ECDSA_SHA256 = sequence(objectIdentifier(SIGNATURE.ecdsaSha256));

export function p256(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

export function spkiOf(key: KeyObject): Uint8Array {
  return createPublicKey(key).export({ format: "der", type: "spki" });
}

export function signed(
  tbs: Uint8Array,
  signingKey: KeyObject,
  algorithm: Uint8Array = ECDSA_SHA256,
): Uint8Array {
  return sequence(tbs, algorithm, bitString(sign("sha256", tbs, signingKey)));
}

export function forge(content: Forgery): Uint8Array {
  const version = "version" in content ? content.version : 2;
  const tbs = sequence(
    ...(version === undefined ? [] : [context(0, integer(version))]),
    integer(content.serial ?? 77n),
    content.innerAlgorithm ?? ECDSA_SHA256,
    content.issuer,
    sequence(content.notBefore ?? time(YEAR_AGO), content.notAfter ?? time(YEAR_AHEAD)),
    content.subject,
    content.spki ?? spkiOf(content.key),
    ...(content.extensions === undefined ? [] : [context(3, sequence(...content.extensions))]),
  );
  return signed(tbs, content.signingKey, content.outerAlgorithm);
}

/** A Name of one-attribute RDNs from [type, text] pairs, all UTF8String. */
export function name(...attributes: readonly (readonly [string, string])[]): Uint8Array {
  return sequence(
    ...attributes.map(([type, text]) => setOf(sequence(objectIdentifier(type), utf8String(text)))),
  );
}

/** A Name of one RDN with several attributes. */
export function rdn(...attributes: readonly (readonly [string, string])[]): Uint8Array {
  return sequence(
    setOf(...attributes.map(([type, text]) => sequence(objectIdentifier(type), utf8String(text)))),
  );
}

/** A Name of one TeletexString, which other software reads as Latin-1 and we only compare by its encoding. */
export function teletexName(type: string, text: string): Uint8Array {
  return sequence(
    setOf(sequence(objectIdentifier(type), tlv(TAG.teletexString, Buffer.from(text, "latin1")))),
  );
}

export function extension(oid: string, critical: boolean, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
}

export function basicConstraints(ca: boolean, pathLength?: number, critical = true): Uint8Array {
  const limit = pathLength === undefined ? [] : [integer(pathLength)];
  return extension(EXTENSION.basicConstraints, critical, sequence(...(ca ? [boolean(true)] : []), ...limit));
}

export function keyUsageBits(...bits: readonly number[]): Uint8Array {
  return extension(EXTENSION.keyUsage, true, namedBits(bits));
}
export const KEY_CERT_SIGN = 5;
export const DIGITAL_SIGNATURE = 0;

export function identifiers(key: KeyObject, issuerKey: KeyObject): Uint8Array[] {
  return [subjectKeyId(key), authorityKeyId(issuerKey)];
}

export function subjectKeyId(key: KeyObject, critical = false): Uint8Array {
  return extension(
    EXTENSION.subjectKeyIdentifier,
    critical,
    octetString(keyIdentifierOfBits(readSubjectPublicKey(DerReader.document(spkiOf(key))).keyBits)),
  );
}

/** Key identifier of the issuer's key; `more` goes after it. */
export function authorityKeyId(key: KeyObject, ...more: readonly Uint8Array[]): Uint8Array {
  const identifier = keyIdentifierOfBits(readSubjectPublicKey(DerReader.document(spkiOf(key))).keyBits);
  const value = sequence(tlv(contextPrimitive(0), identifier), ...more);
  return extension(EXTENSION.authorityKeyIdentifier, false, value);
}

export const uri = (text: string): Uint8Array => tlv(contextPrimitive(6), Buffer.from(text));
export const dns = (text: string): Uint8Array => tlv(contextPrimitive(2), Buffer.from(text));
export const email = (text: string): Uint8Array => tlv(contextPrimitive(1), Buffer.from(text));
export const ip = (...octets: readonly number[]): Uint8Array =>
  tlv(contextPrimitive(7), Uint8Array.from(octets));
export const directory = (dn: Uint8Array): Uint8Array => context(4, dn);

export function altNames(...names: readonly Uint8Array[]): Uint8Array {
  return extension(EXTENSION.subjectAltName, false, sequence(...names));
}

export function nameConstraints(
  permitted: readonly Uint8Array[],
  excluded: readonly Uint8Array[] = [],
): Uint8Array {
  const subtrees = (number: number, bases: readonly Uint8Array[]): Uint8Array[] =>
    bases.length === 0 ? [] : [context(number, ...bases.map((base) => sequence(base)))];
  return extension(
    EXTENSION.nameConstraints,
    true,
    sequence(...subtrees(0, permitted), ...subtrees(1, excluded)),
  );
}
