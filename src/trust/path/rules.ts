import type { NameForm } from "../certificate/general-name.ts";
import { sameName } from "../certificate/name.ts";
import type { Certificate } from "../certificate.ts";
import { EXTENSION } from "../oids.ts";
import { profileProblem } from "./profile.ts";
import type { PathReason } from "./reason.ts";

/** What a validation asks of certificates where RFC 5280 leaves room. */
export interface PathRules {
  /** What one certificate must be by itself; undefined where it is. */
  readonly certificateProblem: (certificate: Certificate, isAnchor: boolean) => PathReason | undefined;
  /** Forms of names that are compared with name constraints; others are refused once they are constrained. */
  readonly nameForms: ReadonlySet<NameForm>;
}

/** The product's own: no policy extensions, only names that our certificates have, strict conformance. */
export const PRODUCT_RULES: PathRules = {
  certificateProblem: profileProblem,
  nameForms: new Set(["directory", "uri", "dns", "email"]),
};

/** RFC 5280 §6.1 as it stands, for certificates of others. Policies and CRLs are processed beside it. */
export const RFC5280_RULES: PathRules = {
  certificateProblem: (certificate, isAnchor) =>
    unprocessedProblem(certificate) ??
    issuerProblem(certificate) ??
    (isAnchor ? undefined : selfSignedProblem(certificate)),
  nameForms: new Set(["directory", "uri", "dns", "email", "ipAddress"]),
};

/**
 * What may be critical. Key identifiers may not (§4.2.1.1, §4.2.1.2), and OpenSSL refuses them too where they
 * are.
 */
const PROCESSED: ReadonlySet<string> = new Set([
  EXTENSION.basicConstraints,
  EXTENSION.keyUsage,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.nameConstraints,
  EXTENSION.certificatePolicies,
  EXTENSION.policyMappings,
  EXTENSION.policyConstraints,
  EXTENSION.inhibitAnyPolicy,
  EXTENSION.crlDistributionPoints,
]);

/** §4.2 and, for policies whose qualifiers we do not interpret, §4.2.1.4. */
function unprocessedProblem({ extensions }: Certificate): PathReason | undefined {
  const { all, certificatePolicies, policyConstraints } = extensions;
  for (const { oid, critical } of all.values()) {
    if (critical && !PROCESSED.has(oid)) return "CRITICAL_EXTENSION_UNKNOWN";
  }
  const qualified = certificatePolicies?.some(({ hasQualifiers }) => hasQualifiers) === true;
  if (qualified && all.get(EXTENSION.certificatePolicies)?.critical === true) {
    return "POLICY_EXTENSION_UNSUPPORTED";
  }
  // §4.2.1.11 leaves open what an empty one means.
  const isEmpty =
    policyConstraints !== undefined &&
    policyConstraints.requireExplicitPolicy === undefined &&
    policyConstraints.inhibitPolicyMapping === undefined;
  return isEmpty ? "POLICY_EXTENSION_UNSUPPORTED" : undefined;
}

function issuerProblem({ issuer }: Certificate): PathReason | undefined {
  return issuer.rdns.length === 0 ? "NAME_EMPTY" : undefined;
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
