import { DerReader } from "../der/reader.ts";
import { TAG } from "../der/tags.ts";
import { readBooleanDefaultFalse, readOid } from "../der/values.ts";
import { EXTENSION } from "../oids.ts";
import { type DistributionPoint, readDistributionPoints } from "./distribution-point.ts";
import { CertificateError } from "./error.ts";
import * as values from "./extension-values.ts";
import type { GeneralName } from "./general-name.ts";
import { type NameConstraints, readNameConstraints } from "./name-constraints.ts";
import {
  type PolicyConstraints,
  type PolicyMapping,
  readInhibitAnyPolicy,
  readPolicyConstraints,
  readPolicyMappings,
} from "./policy-extensions.ts";

/** One extension as encoded in the certificate. */
export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** Contents of extnValue. */
  readonly value: Uint8Array;
}

/** All extensions by object identifier, and the values of the extensions that are interpreted. */
export interface Extensions {
  readonly all: ReadonlyMap<string, Extension>;
  readonly basicConstraints: values.BasicConstraints | undefined;
  readonly keyUsage: ReadonlySet<values.KeyUsage> | undefined;
  readonly extendedKeyUsage: readonly string[] | undefined;
  readonly subjectAltName: readonly GeneralName[] | undefined;
  readonly nameConstraints: NameConstraints | undefined;
  readonly authorityKeyIdentifier: values.AuthorityKeyIdentifier | undefined;
  readonly subjectKeyIdentifier: Uint8Array | undefined;
  readonly certificatePolicies: readonly values.CertificatePolicy[] | undefined;
  readonly policyMappings: readonly PolicyMapping[] | undefined;
  readonly policyConstraints: PolicyConstraints | undefined;
  /** Number of further certificates that may use anyPolicy (RFC 5280 §4.2.1.14). */
  readonly inhibitAnyPolicy: number | undefined;
  readonly crlDistributionPoints: readonly DistributionPoint[] | undefined;
}

const NONE: ReadonlyMap<string, Extension> = new Map();

/** Reads `Extensions` (RFC 5280 §4.1.2.9). A certificate without extensions gives an empty map. */
export function readExtensions(reader: DerReader | undefined): Extensions {
  const all = readExtensionList(reader);
  const value = <Value>(oid: string, read: (inside: DerReader) => Value): Value | undefined => {
    const extension = all.get(oid);
    return extension === undefined ? undefined : readWhole(extension.value, read);
  };
  return {
    all,
    basicConstraints: value(EXTENSION.basicConstraints, values.readBasicConstraints),
    keyUsage: value(EXTENSION.keyUsage, values.readKeyUsage),
    extendedKeyUsage: value(EXTENSION.extendedKeyUsage, values.readExtendedKeyUsage),
    subjectAltName: value(EXTENSION.subjectAltName, values.readGeneralNames),
    nameConstraints: value(EXTENSION.nameConstraints, readNameConstraints),
    authorityKeyIdentifier: value(EXTENSION.authorityKeyIdentifier, values.readAuthorityKeyIdentifier),
    subjectKeyIdentifier: value(EXTENSION.subjectKeyIdentifier, values.readSubjectKeyIdentifier),
    certificatePolicies: value(EXTENSION.certificatePolicies, values.readCertificatePolicies),
    policyMappings: value(EXTENSION.policyMappings, readPolicyMappings),
    policyConstraints: value(EXTENSION.policyConstraints, readPolicyConstraints),
    inhibitAnyPolicy: value(EXTENSION.inhibitAnyPolicy, readInhibitAnyPolicy),
    crlDistributionPoints: value(EXTENSION.crlDistributionPoints, readDistributionPoints),
  };
}

/** Reads the extensions of a certificate, a CRL or a CRL entry. A list that is present must not be empty or contain an extension twice. */
export function readExtensionList(reader: DerReader | undefined): ReadonlyMap<string, Extension> {
  if (reader === undefined) return NONE;
  const list = reader.enter().list(readExtension);
  if (list.length === 0)
    throw new CertificateError("CERTIFICATE_EXTENSION_MALFORMED", "an empty list of extensions");
  const all = new Map(list.map((extension) => [extension.oid, extension]));
  if (all.size !== list.length)
    throw new CertificateError("CERTIFICATE_EXTENSION_DUPLICATED", "RFC 5280 §4.2");
  return all;
}

function readExtension(reader: DerReader): Extension {
  const body = reader.enter(TAG.sequence);
  const oid = readOid(body);
  const critical = readBooleanDefaultFalse(body);
  const value = body.read(TAG.octetString).contents;
  body.end();
  return { oid, critical, value };
}

/** Reads a value and checks that nothing follows it. */
export function readWhole<Value>(bytes: Uint8Array, read: (reader: DerReader) => Value): Value {
  const reader = DerReader.document(bytes);
  const value = read(reader);
  reader.end();
  return value;
}
