import type { Certificate } from "./certificate.ts";
import type { Crl } from "./crl.ts";
import { candidatePaths, contains } from "./path/build.ts";
import type { PathProfile } from "./path/profile.ts";
import type { PathFailure } from "./path/reason.ts";
import { RevocationCheck } from "./path/revocation/check.ts";
import { SignatureChecks } from "./path/signature.ts";
import { isSound, type SoundPath, soundPath, validityProblem } from "./path/validate.ts";
export type { PathFailure } from "./path/reason.ts";
export type { SoundPath } from "./path/validate.ts";

export interface PathInput {
  readonly leaf: Certificate;
  /** In any order; copies and trust anchors among them are passed over. */
  readonly intermediates: readonly Certificate[];
  /** Trusted as they stand, self-issued. Their own constraints and validity are applied. */
  readonly anchors: readonly Certificate[];
  /** For profiles with revocation by CRLs. */
  readonly crls?: readonly Crl[];
}

/** Paths whose signatures, names and constraints hold, whatever the time; or why there is none. */
export type TimelessResult =
  | { readonly sound: true; readonly paths: readonly SoundPath[] }
  | ({ readonly sound: false } & PathFailure);

export type PathResult = ({ readonly valid: true } & SoundPath) | ({ readonly valid: false } & PathFailure);

/**
 * Certification path validation of RFC 5280 §6 with the policy graph of RFC 9618, and CRLs by §6.3 where the
 * profile asks for them. Keys are ECDSA on P-256 and P-384 or RSA of at least 2048 bits, signatures SHA-2;
 * what the profile does not process is refused, never ignored. Pure: no clock, no network.
 */
export function validatePath(input: PathInput, profile: PathProfile, time: Date): PathResult {
  const checks = new SignatureChecks(profile.limits.signaturesMax);
  const result = judge(input, profile, time, checks);
  return !result.valid && checks.exhausted
    ? { valid: false, reason: "TOO_MUCH_WORK", certificateIndex: 0 }
    : result;
}

function judge(input: PathInput, profile: PathProfile, time: Date, checks: SignatureChecks): PathResult {
  const timeless = soundPaths(input, profile, checks);
  if (profile.revocation === "caller") return pathAt(timeless, time);
  const { crls = [], anchors } = input;
  if (crls.length > profile.limits.crlsMax)
    return { valid: false, reason: "TOO_MANY_CRLS", certificateIndex: 0 };
  const certificates = between(input.intermediates, anchors);
  return pathAt(timeless, time, new RevocationCheck({ certificates, crls, profile, time, checks }));
}

/**
 * The part of `validatePath` that does not depend on the time, and so may be kept: all paths that hold,
 * because a CA that was certified twice has paths with different ends.
 */
export function soundPaths(
  { leaf, intermediates, anchors }: PathInput,
  profile: PathProfile,
  checks = new SignatureChecks(profile.limits.signaturesMax),
): TimelessResult {
  if (contains(anchors, leaf)) return { sound: false, reason: "LEAF_IS_TRUST_ANCHOR", certificateIndex: 0 };
  const { limits } = profile;
  const certificates = between(intermediates, anchors);
  if (certificates.length > limits.certificatesMax) {
    return { sound: false, reason: "TOO_MANY_CERTIFICATES", certificateIndex: limits.certificatesMax };
  }
  const { paths, longestDeadEnd } = candidatePaths(leaf, certificates, anchors, limits);
  let firstFailure: PathFailure = { reason: "UNKNOWN_ISSUER", certificateIndex: longestDeadEnd - 1 };
  const sound: SoundPath[] = [];
  for (const [index, path] of paths.entries()) {
    const verdict = soundPath(path, profile, checks);
    if (isSound(verdict)) sound.push(verdict);
    else if (index === 0) firstFailure = verdict;
  }
  return sound.length > 0 ? { sound: true, paths: sound } : { sound: false, ...firstFailure };
}

/** Chooses the path whose certificates are all valid at `time`, and not revoked where that is checked here. */
export function pathAt(result: TimelessResult, time: Date, revocation?: RevocationCheck): PathResult {
  if (!result.sound)
    return { valid: false, reason: result.reason, certificateIndex: result.certificateIndex };
  let firstFailure: PathFailure | undefined;
  for (const { path, policies } of result.paths) {
    const failure = validityProblem(path, time) ?? revocation?.problem(path);
    if (failure === undefined) return { valid: true, path, policies };
    firstFailure ??= failure;
  }
  if (firstFailure === undefined) throw new RangeError("a sound result has a path");
  return { valid: false, ...firstFailure };
}

/** Each certificate once, without the anchors. */
function between(certificates: readonly Certificate[], anchors: readonly Certificate[]): Certificate[] {
  const distinct = new Map(certificates.map((certificate) => [certificate.fingerprint, certificate]));
  return [...distinct.values()].filter((certificate) => !contains(anchors, certificate));
}
