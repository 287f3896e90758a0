import type { Certificate } from "./certificate.ts";
import { EKU_ANY, POLICY_ANY } from "./oids.ts";
import { candidatePaths, contains, type Path } from "./path/build.ts";
import type { PathFailure } from "./path/reason.ts";
import { PRODUCT_RULES } from "./path/rules.ts";
import { SignatureChecks } from "./path/signature-checks.ts";
import { pathProblem, validityProblem } from "./path/validate.ts";

export type { Path } from "./path/build.ts";
export type { PathFailure, PathReason } from "./path/reason.ts";

/** Most certificates between the leaf and the trust anchor. */
export const INTERMEDIATES_MAX = 4;
/** More than every chain of that many certificates. */
const LIMITS = { pathsMax: 16, lengthMax: INTERMEDIATES_MAX + 2, stepsMax: 1000 } as const;
const SIGNATURES_MAX = LIMITS.pathsMax * LIMITS.lengthMax;

export interface PathInput {
  readonly leaf: Certificate;
  /** In any order; copies and trust anchors among them are passed over. */
  readonly intermediates: readonly Certificate[];
  /** Trusted as they stand, self-issued. Their own constraints and validity are applied. */
  readonly anchors: readonly Certificate[];
}

/** Paths whose signatures, names and constraints hold, whatever the time; or why there is none. */
export type TimelessResult =
  | { readonly sound: true; readonly paths: readonly Path[] }
  | ({ readonly sound: false } & PathFailure);

export type PathResult =
  | { readonly valid: true; readonly path: Path }
  | ({ readonly valid: false } & PathFailure);

/**
 * Certification path validation of RFC 5280 §6 for our profile: ECDSA on P-256 and P-384 or RSA of at least
 * 2048 bits, SHA-2; what is outside is refused, never ignored. Revocation is the caller's: status lists say
 * it, not the path.
 */
export function validatePath(input: PathInput, time: Date): PathResult {
  return pathAt(soundPaths(input), time);
}

/**
 * The part of `validatePath` that does not depend on the time, and so may be kept: all paths that hold,
 * because a CA that was certified twice has paths with different ends.
 */
export function soundPaths({ leaf, intermediates, anchors }: PathInput): TimelessResult {
  if (contains(anchors, leaf)) return { sound: false, reason: "LEAF_IS_TRUST_ANCHOR", certificateIndex: 0 };
  const between = distinct(intermediates).filter((certificate) => !contains(anchors, certificate));
  if (between.length > INTERMEDIATES_MAX) {
    return { sound: false, reason: "TOO_MANY_CERTIFICATES", certificateIndex: INTERMEDIATES_MAX };
  }
  const { paths, longestDeadEnd } = candidatePaths(leaf, between, anchors, LIMITS);
  const checks = new SignatureChecks(SIGNATURES_MAX);
  let firstFailure: PathFailure = { reason: "UNKNOWN_ISSUER", certificateIndex: longestDeadEnd - 1 };
  const sound: Path[] = [];
  for (const [index, path] of paths.entries()) {
    const failure = pathProblem(path, PRODUCT_RULES, checks);
    if (failure === undefined) sound.push(path);
    else if (index === 0) firstFailure = failure;
  }
  return sound.length > 0 ? { sound: true, paths: sound } : { sound: false, ...firstFailure };
}

/** Chooses the path whose certificates are all valid at `time`. */
export function pathAt(result: TimelessResult, time: Date): PathResult {
  if (!result.sound)
    return { valid: false, reason: result.reason, certificateIndex: result.certificateIndex };
  let firstFailure: PathFailure | undefined;
  for (const path of result.paths) {
    const failure = validityProblem(path, time);
    if (failure === undefined) return { valid: true, path };
    firstFailure ??= failure;
  }
  if (firstFailure === undefined) throw new RangeError("a sound result has a path");
  return { valid: false, ...firstFailure };
}

/**
 * Whether the leaf names this extended key usage and no CA above it, that names any, leaves it out.
 * `anyExtendedKeyUsage` counts in a CA only: a leaf has to say what it is for.
 */
export function permitsExtendedKeyUsage(path: Path, usage: string): boolean {
  const [leaf, ...authorities] = path;
  if (leaf?.extensions.extendedKeyUsage?.includes(usage) !== true) return false;
  return authorities.every(({ extensions: { extendedKeyUsage } }) => {
    return (
      extendedKeyUsage === undefined || extendedKeyUsage.includes(usage) || extendedKeyUsage.includes(EKU_ANY)
    );
  });
}

/**
 * Whether every certificate below the anchor was issued under this policy (RFC 5280 §6.1 with it as the only
 * initial policy and explicit policies asked for; no path that holds has policy mappings).
 */
export function permitsPolicy(path: Path, policy: string): boolean {
  return path.slice(0, -1).every(({ extensions: { certificatePolicies } }) => {
    return certificatePolicies?.some((held) => held.policy === policy || held.policy === POLICY_ANY) === true;
  });
}

function distinct(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map((certificate) => [certificate.fingerprint, certificate])).values()];
}
