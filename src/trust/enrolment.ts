import type { Certificate } from "./certificate.ts";
import { EXTENSION, POLICY_PUBLISHER } from "./oids.ts";

/** Reason that a trusted certificate is not enrolled. */
export type EnrolmentReason =
  | "KEY_USAGE_NOT_CRITICAL"
  | "EXTENDED_KEY_USAGE_NOT_ALONE"
  | "POLICY_NOT_NAMED"
  | "AUTHORITY_BY_SERIAL_NUMBER"
  | "OUTLIVES_AUTHORITY";

/**
 * Checks additional rules at the enrolment of a certificate of a publisher's own CA.
 * The rules ensure that all verifiers interpret the certificate alike for its whole validity,
 * including offline verifiers with other software.
 *
 * @returns undefined when the certificate conforms
 */
export function enrolmentProblem(leaf: Certificate, authority: Certificate): EnrolmentReason | undefined {
  const { all, extendedKeyUsage, certificatePolicies, authorityKeyIdentifier } = leaf.extensions;
  // RFC 5280 §4.2.1.3: conforming CAs should mark keyUsage as critical.
  if (all.get(EXTENSION.keyUsage)?.critical !== true) return "KEY_USAGE_NOT_CRITICAL";
  // A second purpose could belong to another profile, or to a server.
  if (extendedKeyUsage?.length !== 1) return "EXTENDED_KEY_USAGE_NOT_ALONE";
  if (!certificatePolicies?.some(({ policy }) => policy === POLICY_PUBLISHER)) return "POLICY_NOT_NAMED";
  // The next certificate of the CA's key has another number, and no path would lead from the leaf to it.
  if (authorityKeyIdentifier?.issuerAndSerial !== undefined) return "AUTHORITY_BY_SERIAL_NUMBER";
  return leaf.notAfter > authority.notAfter ? "OUTLIVES_AUTHORITY" : undefined;
}
