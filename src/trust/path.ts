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
  /** In any order. Duplicates and trust anchors among them are ignored. */
  readonly intermediates: readonly Certificate[];
  /** Self-issued trust anchors. Their own constraints and validity apply too. */
  readonly anchors: readonly Certificate[];
  /** Only for profiles with revocation by CRLs. */
  readonly crls?: readonly Crl[];
}

/** Paths with valid signatures, names and constraints, regardless of the time; or the reason that none exists. */
export type TimelessResult =
  | { readonly sound: true; readonly paths: readonly SoundPath[] }
  | ({ readonly sound: false } & PathFailure);

export type PathResult = ({ readonly valid: true } & SoundPath) | ({ readonly valid: false } & PathFailure);

/**
 * Validates a certification path by RFC 5280 §6 with the policy graph of RFC 9618. Uses CRLs by §6.3 when the profile requires them.
 * Keys must be ECDSA on P-256 or P-384, or RSA of at least 2048 bits. Signatures must use SHA-2.
 * Everything that the profile does not process is refused, never ignored. Pure: no clock, no network.
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
 * Returns the part of `validatePath` that does not depend on the time and so may be cached.
 * The result has all sound paths, because a CA that was certified twice has paths with different ends.
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

/** Returns a path whose certificates are all valid at `time`, and not revoked if `revocation` is given. */
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

/** Returns each certificate once, without the anchors. */
function between(certificates: readonly Certificate[], anchors: readonly Certificate[]): Certificate[] {
  const distinct = new Map(certificates.map((certificate) => [certificate.fingerprint, certificate]));
  return [...distinct.values()].filter((certificate) => !contains(anchors, certificate));
}
