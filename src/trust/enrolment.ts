import type { Certificate } from "./certificate.ts";
import { EXTENSION, POLICY_PUBLISHER } from "./oids.ts";

/** Why a certificate that would be trusted is not taken in. */
export type EnrolmentReason =
  | "KEY_USAGE_NOT_CRITICAL"
  | "EXTENDED_KEY_USAGE_NOT_ALONE"
  | "POLICY_NOT_NAMED"
  | "OUTLIVES_AUTHORITY";

/**
 * What is asked of a certificate of a publisher's own CA only when it is taken in, beyond that it would be trusted: that all verifiers,
 * also those that are offline with other software, read the same in it for as long as it says.
 *
 * @returns undefined where it fits
 */
export function enrolmentProblem(leaf: Certificate, authority: Certificate): EnrolmentReason | undefined {
  const { all, extendedKeyUsage, certificatePolicies } = leaf.extensions;
  // RFC 5280 §4.2.1.3: conforming CAs should mark it as critical.
  if (all.get(EXTENSION.keyUsage)?.critical !== true) return "KEY_USAGE_NOT_CRITICAL";
  // A second purpose could be that of another profile, or of a server.
  if (extendedKeyUsage?.length !== 1) return "EXTENDED_KEY_USAGE_NOT_ALONE";
  if (!certificatePolicies?.some(({ policy }) => policy === POLICY_PUBLISHER)) return "POLICY_NOT_NAMED";
  return leaf.notAfter > authority.notAfter ? "OUTLIVES_AUTHORITY" : undefined;
}
