import { sameName } from "../certificate/name.ts";
import type { Certificate } from "../certificate.ts";
import { EXTENSION } from "../oids.ts";
import type { PathProfile } from "./profile.ts";
import type { PathReason } from "./reason.ts";

/** They change what policies mean further down. */
const POLICY_EXTENSIONS = [EXTENSION.policyMappings, EXTENSION.policyConstraints, EXTENSION.inhibitAnyPolicy];
/** RFC 5280 §4.2.1.1 and §4.2.1.2 forbid them to be critical, and OpenSSL refuses them where they are. */
const NEVER_CRITICAL = [EXTENSION.authorityKeyIdentifier, EXTENSION.subjectKeyIdentifier];
/**
 * Extensions whose meaning the validator applies; any other one that is critical refuses the path (RFC 5280
 * §4.2). Distribution points are added where CRLs are processed.
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

/** What one certificate must be by itself, in a path of this profile. Undefined where it conforms. */
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
  // §4.2.1.11 leaves open what an empty one means.
  const isEmpty =
    policyConstraints !== undefined &&
    policyConstraints.requireExplicitPolicy === undefined &&
    policyConstraints.inhibitPolicyMapping === undefined;
  if (isEmpty) return "POLICY_EXTENSION_UNSUPPORTED";
  if (NEVER_CRITICAL.some((oid) => isCritical(certificate, oid))) return "EXTENSION_CRITICALITY_WRONG";
  for (const { oid, critical } of all.values()) {
    const processed =
      PROCESSED.has(oid) || (oid === EXTENSION.crlDistributionPoints && profile.revocation === "crls");
    if (critical && !processed) return "CRITICAL_EXTENSION_UNKNOWN";
  }
  return undefined;
}

/** RFC 5280's rules for conforming CAs: what `openssl verify -x509_strict` asks, and a positive serial number. */
function strictProblem(certificate: Certificate, isAnchor: boolean): PathReason | undefined {
  if (isCa(certificate) && !isCritical(certificate, EXTENSION.basicConstraints))
    return "EXTENSION_CRITICALITY_WRONG";
  // §4.1.2.2. No certificate on a revocation list of ours could be told from one with such a number.
  if (certificate.serial <= 0n) return "SERIAL_NUMBER_NOT_POSITIVE";
  return (
    constraintProblem(certificate) ??
    keyIdentifierProblem(certificate, isAnchor) ??
    subjectProblem(certificate)
  );
}

/** §4.2.1.3, §4.2.1.9, §4.2.1.10: what only a CA may assert, and what a CA must assert. */
function constraintProblem(certificate: Certificate): PathReason | undefined {
  const { basicConstraints, keyUsage, nameConstraints } = certificate.extensions;
  const signsCertificates = keyUsage?.has("keyCertSign") === true;
  if (isCa(certificate)) {
    // A CA key without keyCertSign (one for CRLs) conforms, but then it cannot limit paths.
    if (keyUsage === undefined) return "KEY_USAGE_WRONG";
    return basicConstraints?.pathLength !== undefined && !signsCertificates ? "KEY_USAGE_WRONG" : undefined;
  }
  if (signsCertificates) return "KEY_USAGE_WRONG";
  if (basicConstraints?.pathLength !== undefined || nameConstraints !== undefined) return "NOT_A_CA";
  return undefined;
}

/** §4.2.1.1, §4.2.1.2: both identifiers, also in leaves, where the RFC only recommends the subject's. */
function keyIdentifierProblem(certificate: Certificate, isAnchor: boolean): PathReason | undefined {
  const { authorityKeyIdentifier, subjectKeyIdentifier } = certificate.extensions;
  if (!isAnchor && authorityKeyIdentifier?.keyIdentifier === undefined) return "KEY_IDENTIFIER_MISSING";
  return subjectKeyIdentifier === undefined ? "KEY_IDENTIFIER_MISSING" : undefined;
}

/** §4.1.2.6: an end entity may have an empty subject only with a critical subjectAltName. */
function subjectProblem(certificate: Certificate): PathReason | undefined {
  if (certificate.subject.rdns.length > 0) return undefined;
  const namedElsewhere = !isCa(certificate) && isCritical(certificate, EXTENSION.subjectAltName);
  const signsCrls = certificate.extensions.keyUsage?.has("cRLSign") === true;
  return namedElsewhere && !signsCrls ? undefined : "NAME_EMPTY";
}

/**
 * A self-issued certificate below the anchor has to say that another key signed it (§4.2.1.1); otherwise it
 * reads as self-signed, and those are trusted as anchors or not at all.
 */
function selfSignedProblem({ subject, issuer, extensions }: Certificate): PathReason | undefined {
  if (!sameName(subject, issuer)) return undefined;
  const authority = extensions.authorityKeyIdentifier?.keyIdentifier;
  const own = extensions.subjectKeyIdentifier;
  const another = authority !== undefined && own !== undefined && Buffer.compare(authority, own) !== 0;
  return another ? undefined : "KEY_IDENTIFIER_MISSING";
}
