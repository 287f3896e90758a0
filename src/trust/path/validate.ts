import { sameName } from "../certificate/name.ts";
import type { Certificate } from "../certificate.ts";
import type { Path } from "./build.ts";
import { conformanceProblem, isCa } from "./conformance.ts";
import { nameConstraintProblem } from "./name-constraints.ts";
import { processPolicies } from "./policy.ts";
import type { PathProfile } from "./profile.ts";
import type { PathFailure, PathReason } from "./reason.ts";
import type { SignatureChecks } from "./signature.ts";

/** A path that is valid except for the time, which is not checked. */
export interface SoundPath {
  readonly path: Path;
  /** The acceptable policies under which the path is valid (RFC 5280 §6.1.5 g). May be empty. */
  readonly policies: readonly string[];
}

/**
 * Validates the parts of one path that do not depend on the time (RFC 5280 §6.1): from the trust anchor down to the leaf, then the
 * policies.
 * The anchor's own constraints apply too, such as the limit of a root that permits one intermediate.
 */
export function soundPath(
  path: Path,
  profile: PathProfile,
  checks: SignatureChecks,
): SoundPath | PathFailure {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const reason = certificateProblem(path, index, profile, checks);
    if (reason !== undefined) return { reason, certificateIndex: index };
  }
  const policies = processPolicies(path, profile.policies);
  return Array.isArray(policies) ? { path, policies } : policies;
}

export function isSound(verdict: SoundPath | PathFailure): verdict is SoundPath {
  return "path" in verdict;
}

/** Returns the first certificate, from the anchor down, that is not valid at `time` (§4.1.2.5, both ends inclusive). */
export function validityProblem(path: Path, time: Date): PathFailure | undefined {
  // Certificates count whole seconds: the last second of validity lasts until the next second begins.
  const second = Math.floor(time.getTime() / 1000) * 1000;
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const certificate = path[index];
    if (certificate === undefined) continue;
    if (second < certificate.notBefore.getTime()) return { reason: "NOT_YET_VALID", certificateIndex: index };
    if (second > certificate.notAfter.getTime()) return { reason: "EXPIRED", certificateIndex: index };
  }
  return undefined;
}

function certificateProblem(
  path: Path,
  index: number,
  profile: PathProfile,
  checks: SignatureChecks,
): PathReason | undefined {
  const certificate = path[index];
  if (certificate === undefined) throw new RangeError("index outside the path");
  const issuer = path[index + 1];
  return (
    keyProblem(certificate) ??
    (issuer === undefined ? undefined : signatureProblem(certificate, issuer, checks)) ??
    conformanceProblem(certificate, issuer === undefined, profile) ??
    (index === 0 ? undefined : authorityProblem(path, index)) ??
    constrainedNamesProblem(path, index, profile)
  );
}

function keyProblem(certificate: Certificate): PathReason | undefined {
  return certificate.publicKey.usable === undefined ? "PUBLIC_KEY_NOT_ALLOWED" : undefined;
}

function signatureProblem(
  certificate: Certificate,
  issuer: Certificate,
  checks: SignatureChecks,
): PathReason | undefined {
  if (certificate.signatureAlgorithm.scheme === undefined) return "SIGNATURE_ALGORITHM_NOT_ALLOWED";
  if (!sameName(certificate.issuer, issuer.subject)) return "UNKNOWN_ISSUER";
  return checks.verify(issuer, certificate) ? undefined : "SIGNATURE_INVALID";
}

/** Checks the issuer of another certificate in the path (§6.1.4 k, l, m, n). */
function authorityProblem(path: Path, index: number): PathReason | undefined {
  const certificate = path[index];
  if (certificate === undefined || !isCa(certificate)) return "NOT_A_CA";
  // A key without key usage may do everything (§6.1.4 n). Strict conformance requires key usage.
  if (certificate.extensions.keyUsage?.has("keyCertSign") === false) return "KEY_USAGE_WRONG";
  const limit = certificate.extensions.basicConstraints?.pathLength ?? Number.POSITIVE_INFINITY;
  const below = path.slice(1, index).filter((intermediate) => !isSelfIssued(intermediate));
  return below.length > limit ? "PATH_LENGTH_EXCEEDED" : undefined;
}

/** Checks name constraints (§6.1.3 b, c). Self-issued intermediates are exempt, the leaf never is. */
function constrainedNamesProblem(
  path: Path,
  index: number,
  { nameForms }: PathProfile,
): PathReason | undefined {
  const certificate = path[index];
  if (certificate === undefined || (index > 0 && isSelfIssued(certificate))) return undefined;
  for (const authority of path.slice(index + 1)) {
    const constraints = authority.extensions.nameConstraints;
    const problem = constraints && nameConstraintProblem(constraints, certificate, index === 0, nameForms);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isSelfIssued(certificate: Certificate): boolean {
  return sameName(certificate.issuer, certificate.subject);
}
