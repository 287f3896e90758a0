import { type DerReader } from "../der/reader.ts";
import { contextPrimitive, TAG } from "../der/tags.ts";
import { decodeSmallInteger, readOid } from "../der/values.ts";
import { CertificateError } from "./error.ts";

/** RFC 5280 §4.2.1.5. Below this CA, the issuer's policy is equivalent to the subject's. */
export interface PolicyMapping {
  readonly issuerDomain: string;
  readonly subjectDomain: string;
}

/** RFC 5280 §4.2.1.11. Number of further certificates after which each rule applies. */
export interface PolicyConstraints {
  readonly requireExplicitPolicy: number | undefined;
  readonly inhibitPolicyMapping: number | undefined;
}

export function readPolicyMappings(reader: DerReader): readonly PolicyMapping[] {
  const mappings = reader.enter().list((inside) => {
    const body = inside.enter();
    const mapping = { issuerDomain: readOid(body), subjectDomain: readOid(body) };
    body.end();
    return mapping;
  });
  if (mappings.length === 0) {
    throw new CertificateError("CERTIFICATE_EXTENSION_MALFORMED", "policyMappings is empty");
  }
  return mappings;
}

/** Reads PolicyConstraints. Accepts an empty sequence, which no CA may issue and which constrains nothing. */
export function readPolicyConstraints(reader: DerReader): PolicyConstraints {
  const body = reader.enter();
  const count = (number: number): number | undefined => {
    const element = body.readOptional(contextPrimitive(number));
    return element && decodeSmallInteger(element.contents);
  };
  const requireExplicitPolicy = count(0);
  const inhibitPolicyMapping = count(1);
  body.end();
  return { requireExplicitPolicy, inhibitPolicyMapping };
}

export function readInhibitAnyPolicy(reader: DerReader): number {
  return decodeSmallInteger(reader.read(TAG.integer).contents);
}
