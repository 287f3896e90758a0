import type { Certificate } from "../certificate.ts";
import { EXTENSION } from "../oids.ts";
import type { PathReason } from "./reason.ts";

/**
 * Extensions whose meaning the validator applies; any other one that is critical refuses the path (RFC 5280
 * §4.2).
 */
const PROCESSED: ReadonlySet<string> = new Set([
  EXTENSION.basicConstraints,
  EXTENSION.keyUsage,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.nameConstraints,
  EXTENSION.certificatePolicies,
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.subjectKeyIdentifier,
]);

/**
 * They change what policies mean further down. We do not process them, so they refuse the path, critical or
 * not.
 */
const POLICY_EXTENSIONS = [EXTENSION.policyMappings, EXTENSION.policyConstraints, EXTENSION.inhibitAnyPolicy];

/**
 * What one certificate must be by itself, in a path: RFC 5280's rules for conforming CAs (what `openssl
 * verify -x509_strict` asks) and nothing critical that we do not process. Undefined where it conforms.
 */
export function profileProblem(certificate: Certificate, isAnchor: boolean): PathReason | undefined {
  return (
    extensionProblem(certificate) ??
    constraintProblem(certificate) ??
    keyIdentifierProblem(certificate, isAnchor) ??
    nameProblem(certificate)
  );
}

export function isCa(certificate: Certificate): boolean {
  return certificate.extensions.basicConstraints?.ca === true;
}

function isCritical(certificate: Certificate, oid: string): boolean {
  return certificate.extensions.all.get(oid)?.critical === true;
}

function extensionProblem(certificate: Certificate): PathReason | undefined {
  const { all, certificatePolicies } = certificate.extensions;
  if (POLICY_EXTENSIONS.some((oid) => all.has(oid))) return "POLICY_EXTENSION_UNSUPPORTED";
  // RFC 5280 §4.2.1.4: a critical policy whose qualifiers are not interpreted refuses the certificate.
  const qualified = certificatePolicies?.some((policy) => policy.hasQualifiers) === true;
  if (qualified && isCritical(certificate, EXTENSION.certificatePolicies))
    return "POLICY_EXTENSION_UNSUPPORTED";
  for (const { oid, critical } of all.values()) {
    if (critical && !PROCESSED.has(oid)) return "CRITICAL_EXTENSION_UNKNOWN";
  }
  const wronglyCritical = [EXTENSION.authorityKeyIdentifier, EXTENSION.subjectKeyIdentifier];
  if (wronglyCritical.some((oid) => isCritical(certificate, oid))) return "EXTENSION_CRITICALITY_WRONG";
  if (isCa(certificate) && !isCritical(certificate, EXTENSION.basicConstraints))
    return "EXTENSION_CRITICALITY_WRONG";
  return undefined;
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

/** §4.1.2.4, §4.1.2.6: an end entity may have an empty subject only with a critical subjectAltName. */
function nameProblem(certificate: Certificate): PathReason | undefined {
  const { issuer, subject, extensions } = certificate;
  if (issuer.rdns.length === 0) return "NAME_EMPTY";
  if (subject.rdns.length > 0) return undefined;
  const namedElsewhere = !isCa(certificate) && isCritical(certificate, EXTENSION.subjectAltName);
  return namedElsewhere && extensions.keyUsage?.has("cRLSign") !== true ? undefined : "NAME_EMPTY";
}
