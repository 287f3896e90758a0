import { sameName } from "../certificate/name.ts";
import type { Certificate } from "../certificate.ts";
import type { Crl } from "../crl.ts";
import { candidatePaths, contains, type Path } from "./build.ts";
import { type PolicyInputs, type PolicyReason, processPolicies } from "./policy.ts";
import type { PathReason } from "./reason.ts";
import { revocationStatus } from "./revocation/status.ts";
import { RFC5280_RULES } from "./rules.ts";
import { SignatureChecks } from "./signature-checks.ts";
import { pathProblem, validityProblem } from "./validate.ts";

/** Most certificates and CRLs that one validation looks at, copies apart. */
export const POOL_CERTIFICATES_MAX = 32;
export const POOL_CRLS_MAX = 64;
const LIMITS = { pathsMax: 32, lengthMax: 12, stepsMax: 1000 } as const;
const SIGNATURES_MAX = 256;
/**
 * Paths of CRL issuers, and of the issuers of CRLs about those. Where issuers need each other's CRLs, or one its
 * own, this is where it ends.
 */
const NESTING_MAX = 3;
const NESTED_PATHS_MAX = 64;

export interface CertificationInput {
  readonly leaf: Certificate;
  /** Of CAs and CRL issuers, in any order; copies and trust anchors among them are passed over. */
  readonly certificates: readonly Certificate[];
  /** Trusted as they stand, self-issued. Their own constraints and validity are applied. */
  readonly anchors: readonly Certificate[];
  /**
   * Given: every certificate below the anchor has to be shown as not revoked by them. Absent: revocation is
   * the caller's.
   */
  readonly crls?: readonly Crl[];
}

/** Inputs of RFC 5280 §6.1.1. */
export interface CertificationParameters {
  readonly time: Date;
  /** user-initial-policy-set; default any policy. */
  readonly acceptablePolicies?: readonly string[];
  /** initial-explicit-policy; default false. */
  readonly requireExplicitPolicy?: boolean;
  /** initial-policy-mapping-inhibit; default false. */
  readonly inhibitPolicyMapping?: boolean;
  /** initial-any-policy-inhibit; default false. */
  readonly inhibitAnyPolicy?: boolean;
}

export type CertificationReason =
  | PathReason
  | PolicyReason
  | "TOO_MANY_CRLS"
  | "REVOKED"
  | "REVOCATION_STATUS_UNKNOWN"
  /** The crowd of certificates and CRLs asks for more signature checks than one validation may make. */
  | "TOO_MUCH_WORK";

/** `certificateIndex` counts from the leaf (0) towards the trust anchor. */
export interface CertificationFailure {
  readonly reason: CertificationReason;
  readonly certificateIndex: number;
}

export type CertificationResult =
  /** `policies`: those under which the path is valid and that are acceptable. */
  | { readonly valid: true; readonly path: Path; readonly policies: readonly string[] }
  | ({ readonly valid: false } & CertificationFailure);

/**
 * Certification path validation of RFC 5280 §6 for certificates of any PKI, where `validatePath` is for the
 * product's own: all name forms, policies with the graph of RFC 9618, complete, indirect and delta CRLs by
 * §6.3. Keys and signatures are those of our profile: ECDSA on P-256 and P-384, RSA of at least 2048 bits,
 * SHA-2; DSA is refused. Pure: no clock, no network. Throws nothing.
 */
export function validateCertificationPath(
  input: CertificationInput,
  parameters: CertificationParameters,
): CertificationResult {
  const { leaf, anchors, crls } = input;
  const certificates = distinct(input.certificates).filter((certificate) => !contains(anchors, certificate));
  if (certificates.length > POOL_CERTIFICATES_MAX) return refusal("TOO_MANY_CERTIFICATES", 0);
  if (crls !== undefined && crls.length > POOL_CRLS_MAX) return refusal("TOO_MANY_CRLS", 0);
  if (contains(anchors, leaf)) return refusal("LEAF_IS_TRUST_ANCHOR", 0);
  const newestFirst = crls && [...crls].sort((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime());
  return new Certification(certificates, newestFirst, parameters.time).judge(leaf, anchors, {
    acceptable: parameters.acceptablePolicies && new Set(parameters.acceptablePolicies),
    explicitPolicyRequired: parameters.requireExplicitPolicy ?? false,
    mappingInhibited: parameters.inhibitPolicyMapping ?? false,
    anyPolicyInhibited: parameters.inhibitAnyPolicy ?? false,
  });
}

/** RFC 5280 §6.3.3 f leaves the policies of CRL issuers to the validator: any will do. */
const ANY_POLICY: PolicyInputs = {
  acceptable: undefined,
  explicitPolicyRequired: false,
  mappingInhibited: false,
  anyPolicyInhibited: false,
};

/** One validation: its pool and its budget. */
class Certification {
  readonly #certificates: readonly Certificate[];
  readonly #crls: readonly Crl[] | undefined;
  readonly #time: Date;
  readonly #checks = new SignatureChecks(SIGNATURES_MAX);
  #nesting = 0;
  #nestedPaths = 0;

  constructor(certificates: readonly Certificate[], crls: readonly Crl[] | undefined, time: Date) {
    this.#certificates = certificates;
    this.#crls = crls;
    this.#time = time;
  }

  /** The first path that holds; where none does, what is wrong with the first. */
  judge(leaf: Certificate, anchors: readonly Certificate[], policies: PolicyInputs): CertificationResult {
    const { paths, longestDeadEnd } = candidatePaths(leaf, this.#certificates, anchors, LIMITS);
    let first: CertificationResult | undefined;
    for (const path of paths) {
      const result = this.#judgePath(path, policies);
      if (result.valid) return result;
      first ??= result;
    }
    if (this.#checks.exhausted) return refusal("TOO_MUCH_WORK", 0);
    return first ?? refusal("UNKNOWN_ISSUER", longestDeadEnd - 1);
  }

  #judgePath(path: Path, inputs: PolicyInputs): CertificationResult {
    const problem =
      pathProblem(path, RFC5280_RULES, this.#checks) ??
      validityProblem(path, this.#time) ??
      this.#revocationProblem(path);
    if (problem !== undefined) return { valid: false, ...problem };
    const policies = processPolicies(path, inputs);
    if (!policies.ok) return refusal(policies.reason, policies.certificateIndex);
    return { valid: true, path, policies: policies.policies };
  }

  #revocationProblem(path: Path): CertificationFailure | undefined {
    const crls = this.#crls;
    if (crls === undefined) return undefined;
    // From the anchor down: a CRL of a CA counts once the CA is known not to be revoked. Nothing has to say that
    // the anchor is good, but where its own CRL takes it back, it is.
    for (let index = path.length - 1; index >= 0; index -= 1) {
      const status = revocationStatus(path, index, {
        crls,
        time: this.#time,
        checks: this.#checks,
        signers: (crl, of, at) => this.#crlSigners(crl, of, at),
      });
      if (status === "revoked") return { reason: "REVOKED", certificateIndex: index };
      const isAnchor = index === path.length - 1;
      if (status === "unknown" && !isAnchor)
        return { reason: "REVOCATION_STATUS_UNKNOWN", certificateIndex: index };
    }
    return undefined;
  }

  /** Those above in the same path, whose validity is being found already, then others with a path of their own. */
  *#crlSigners(crl: Crl, path: Path, index: number): Generator<Certificate> {
    const anchor = path.at(-1);
    if (anchor === undefined) throw new RangeError("a path has an anchor");
    const higher = index === path.length - 1 ? [anchor] : path.slice(index + 1);
    const above = higher.filter((candidate) => maySign(candidate, crl));
    yield* above;
    for (const candidate of this.#certificates) {
      if (!maySign(candidate, crl) || contains(above, candidate)) continue;
      if (this.#checks.verify(candidate, crl) && this.#hasPath(candidate, anchor)) yield candidate;
    }
  }

  #hasPath(signer: Certificate, anchor: Certificate): boolean {
    this.#nestedPaths += 1;
    if (this.#nesting >= NESTING_MAX || this.#nestedPaths > NESTED_PATHS_MAX) return false;
    this.#nesting += 1;
    const { valid } = this.judge(signer, [anchor], ANY_POLICY);
    this.#nesting -= 1;
    return valid;
  }
}

/** Name, key identifier where both have one, and cRLSign where key usage is there (§6.3.3 f). */
function maySign({ subject, extensions }: Certificate, crl: Crl): boolean {
  if (!sameName(subject, crl.issuer) || extensions.keyUsage?.has("cRLSign") === false) return false;
  const wanted = crl.extensions.authorityKeyIdentifier?.keyIdentifier;
  const held = extensions.subjectKeyIdentifier;
  return wanted === undefined || held === undefined || Buffer.compare(wanted, held) === 0;
}

function refusal(reason: CertificationReason, certificateIndex: number): CertificationResult {
  return { valid: false, reason, certificateIndex };
}

function distinct(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map((certificate) => [certificate.fingerprint, certificate])).values()];
}
