import { DerReader } from "../der/reader.ts";
import { contextConstructed, contextPrimitive, TAG } from "../der/tags.ts";
import {
  decodeInteger,
  decodeNamedBits,
  decodeSmallInteger,
  integerOctets,
  readBooleanDefaultFalse,
  readOid,
} from "../der/values.ts";
import { CertificateError } from "./error.ts";
import { type GeneralName, readGeneralName } from "./general-name.ts";
import { checkPolicyQualifiers } from "./policy-qualifiers.ts";

/** Bits of KeyUsage in their order (RFC 5280 §4.2.1.3). */
export const KEY_USAGES = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
] as const;
export type KeyUsage = (typeof KEY_USAGES)[number];

/** RFC 5280 §4.2.1.9. `pathLength` is the maximum number of intermediate certificates below. Undefined means no limit. */
export interface BasicConstraints {
  readonly ca: boolean;
  readonly pathLength: number | undefined;
}

/** RFC 5280 §4.2.1.1. Issuer and serial number are both present or both absent. */
export interface AuthorityKeyIdentifier {
  readonly keyIdentifier: Uint8Array | undefined;
  readonly issuerAndSerial: { readonly issuer: readonly GeneralName[]; readonly serial: bigint } | undefined;
}

/** RFC 5280 §4.2.1.4. */
export interface CertificatePolicy {
  readonly policy: string;
  readonly hasQualifiers: boolean;
}

export function readBasicConstraints(reader: DerReader): BasicConstraints {
  const body = reader.enter();
  const ca = readBooleanDefaultFalse(body);
  const pathLength = body.readOptional(TAG.integer);
  body.end();
  return { ca, pathLength: pathLength && decodeSmallInteger(pathLength.contents) };
}

export function readKeyUsage(reader: DerReader): ReadonlySet<KeyUsage> {
  const usages = decodeNamedBits(reader.read(TAG.bitString).contents).map((bit) => KEY_USAGES[bit]);
  if (usages.length === 0) throw malformed("keyUsage sets no bit");
  if (usages.includes(undefined)) throw malformed("keyUsage sets an unknown bit");
  return new Set(usages.filter((usage) => usage !== undefined));
}

export function readExtendedKeyUsage(reader: DerReader): readonly string[] {
  return nonEmpty(reader.enter().list(readOid), "extendedKeyUsage");
}

/** Reads GeneralNames, the value of subjectAltName. */
export function readGeneralNames(reader: DerReader): readonly GeneralName[] {
  return nonEmpty(reader.enter().list(readGeneralName), "GeneralNames");
}

export function readSubjectKeyIdentifier(reader: DerReader): Uint8Array {
  return reader.read(TAG.octetString).contents;
}

export function readAuthorityKeyIdentifier(reader: DerReader): AuthorityKeyIdentifier {
  const body = reader.enter();
  const keyIdentifier = body.readOptional(contextPrimitive(0))?.contents;
  const issuer = body.enterOptional(contextConstructed(1))?.list(readGeneralName);
  const serial = body.readOptional(contextPrimitive(2));
  body.end();
  if ((issuer === undefined) !== (serial === undefined) || issuer?.length === 0) {
    throw malformed("authorityCertIssuer and authorityCertSerialNumber must both be present or both absent");
  }
  const issuerAndSerial = issuer &&
    serial && { issuer, serial: decodeInteger(integerOctets(serial.contents)) };
  return { keyIdentifier, issuerAndSerial };
}

export function readCertificatePolicies(reader: DerReader): readonly CertificatePolicy[] {
  const policies = nonEmpty(reader.enter().list(readPolicyInformation), "certificatePolicies");
  if (new Set(policies.map(({ policy }) => policy)).size !== policies.length)
    throw malformed("a policy occurs twice");
  return policies;
}

function readPolicyInformation(reader: DerReader): CertificatePolicy {
  const body = reader.enter();
  const policy = readOid(body);
  const hasQualifiers = !body.atEnd;
  if (hasQualifiers) checkPolicyQualifiers(body);
  body.end();
  return { policy, hasQualifiers };
}

function nonEmpty<Item>(items: Item[], extension: string): Item[] {
  if (items.length === 0) throw malformed(`${extension} is empty`);
  return items;
}

function malformed(detail: string): CertificateError {
  return new CertificateError("CERTIFICATE_EXTENSION_MALFORMED", detail);
}
