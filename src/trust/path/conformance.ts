import { sameName } from "../certificate/name.ts";
import type { Certificate } from "../certificate.ts";
import { EXTENSION } from "../oids.ts";
import type { PathProfile } from "./profile.ts";
import type { PathReason } from "./reason.ts";

/** Extensions that change the meaning of policies further down the path. */
const POLICY_EXTENSIONS = [EXTENSION.policyMappings, EXTENSION.policyConstraints, EXTENSION.inhibitAnyPolicy];
/** RFC 5280 §4.2.1.1 and §4.2.1.2 forbid these extensions to be critical, and OpenSSL refuses critical ones. */
const NEVER_CRITICAL = [EXTENSION.authorityKeyIdentifier, EXTENSION.subjectKeyIdentifier];
/**
 * Extensions that the validator applies. Any other critical extension refuses the path (RFC 5280 §4.2).
 * Distribution points are added when CRLs are processed.
 */
const PROCESSED: ReadonlySet<string> = new Set([
  EXTENSION.basicConstraints,
  EXTENSION.keyUsage,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.nameConstraints,
  EXTENSION.certificatePolicies,
  ...POLICY_EXTENSIONS,
]);

/** Checks one certificate by itself against a profile. Returns undefined when the certificate conforms. */
export function conformanceProblem(
  certificate: Certificate,
  isAnchor: boolean,
  profile: PathProfile,
): PathReason | undefined {
  return (
    extensionProblem(certificate, profile) ??
    (profile.conformance === "strict" ? strictProblem(certificate, isAnchor) : undefined) ??
    (isAnchor ? undefined : selfSignedProblem(certificate)) ??
    (certificate.issuer.rdns.length === 0 ? "NAME_EMPTY" : undefined)
  );
}

export function isCa(certificate: Certificate): boolean {
  return certificate.extensions.basicConstraints?.ca === true;
}

function isCritical(certificate: Certificate, oid: string): boolean {
  return certificate.extensions.all.get(oid)?.critical === true;
}

function extensionProblem(certificate: Certificate, profile: PathProfile): PathReason | undefined {
  const { all, certificatePolicies, policyConstraints } = certificate.extensions;
  if (profile.policyExtensions === "refused" && POLICY_EXTENSIONS.some((oid) => all.has(oid)))
    return "POLICY_EXTENSION_UNSUPPORTED";
  // RFC 5280 §4.2.1.4: a critical policy whose qualifiers are not interpreted refuses the certificate.
  const qualified = certificatePolicies?.some((policy) => policy.hasQualifiers) === true;
  if (qualified && isCritical(certificate, EXTENSION.certificatePolicies))
    return "POLICY_EXTENSION_UNSUPPORTED";
  // §4.2.1.11 does not define the meaning of an empty value.
  const isEmpty =
    policyConstraints !== undefined &&
    policyConstraints.requireExplicitPolicy === undefined &&
    policyConstraints.inhibitPolicyMapping === undefined;
  if (isEmpty) return "POLICY_EXTENSION_UNSUPPORTED";
  if (NEVER_CRITICAL.some((oid) => isCritical(certificate, oid))) return "EXTENSION_CRITICALITY_WRONG";
  for (const { oid, critical } of all.values()) {
    const processed =
      PROCESSED.has(oid) || (oid === EXTENSION.crlDistributionPoints && profile.revocation !== "caller");
    if (critical && !processed) return "CRITICAL_EXTENSION_UNKNOWN";
  }
  return undefined;
}

/** Checks RFC 5280's rules for conforming CAs: those of `openssl verify -x509_strict`, and a positive serial number. */
function strictProblem(certificate: Certificate, isAnchor: boolean): PathReason | undefined {
  if (isCa(certificate) && !isCritical(certificate, EXTENSION.basicConstraints))
    return "EXTENSION_CRITICALITY_WRONG";
  // §4.1.2.2. On a revocation list, a certificate with such a number could be confused with another certificate.
  if (certificate.serial <= 0n) return "SERIAL_NUMBER_NOT_POSITIVE";
  return (
    constraintProblem(certificate) ??
    keyIdentifierProblem(certificate, isAnchor) ??
    subjectProblem(certificate)
  );
}

/** Checks §4.2.1.3, §4.2.1.9 and §4.2.1.10: the assertions that only a CA may make, and those that a CA must make. */
function constraintProblem(certificate: Certificate): PathReason | undefined {
  const { basicConstraints, keyUsage, nameConstraints } = certificate.extensions;
  const signsCertificates = keyUsage?.has("keyCertSign") === true;
  if (isCa(certificate)) {
    // A CA key without keyCertSign (for CRLs only) conforms, but then it cannot limit paths.
    if (keyUsage === undefined) return "KEY_USAGE_WRONG";
    return basicConstraints?.pathLength !== undefined && !signsCertificates ? "KEY_USAGE_WRONG" : undefined;
  }
  if (signsCertificates) return "KEY_USAGE_WRONG";
  if (basicConstraints?.pathLength !== undefined || nameConstraints !== undefined) return "NOT_A_CA";
  return undefined;
}

/** Requires both identifiers (§4.2.1.1, §4.2.1.2), also in leaves, for which the RFC only recommends the subject's. */
function keyIdentifierProblem(certificate: Certificate, isAnchor: boolean): PathReason | undefined {
  const { authorityKeyIdentifier, subjectKeyIdentifier } = certificate.extensions;
  if (!isAnchor && authorityKeyIdentifier?.keyIdentifier === undefined) return "KEY_IDENTIFIER_MISSING";
  return subjectKeyIdentifier === undefined ? "KEY_IDENTIFIER_MISSING" : undefined;
}

/** Checks the subject. §4.1.2.6: an end entity may have an empty subject only with a critical subjectAltName. */
function subjectProblem(certificate: Certificate): PathReason | undefined {
  if (certificate.subject.rdns.length > 0) return undefined;
  const namedElsewhere = !isCa(certificate) && isCritical(certificate, EXTENSION.subjectAltName);
  const signsCrls = certificate.extensions.keyUsage?.has("cRLSign") === true;
  return namedElsewhere && !signsCrls ? undefined : "NAME_EMPTY";
}

/**
 * Refuses self-signed certificates below the anchor: they are trusted as anchors or not at all.
 * A self-issued certificate must name another key as its signer (§4.2.1.1); otherwise it counts as self-signed.
 */
function selfSignedProblem({ subject, issuer, extensions }: Certificate): PathReason | undefined {
  if (!sameName(subject, issuer)) return undefined;
  const authority = extensions.authorityKeyIdentifier?.keyIdentifier;
  const own = extensions.subjectKeyIdentifier;
  const another = authority !== undefined && own !== undefined && Buffer.compare(authority, own) !== 0;
  return another ? undefined : "KEY_IDENTIFIER_MISSING";
}
