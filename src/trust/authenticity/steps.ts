import { leafProblem, uriOf } from "../path/leaf.ts";
import { DEVICE } from "../path/profile.ts";
import type { PathFailure, PathResult } from "../path.ts";
import { deviceUri } from "../profile.ts";
import type { CertificateVerdict } from "./certificate-verdict.ts";
import {
  type Check,
  type CheckCode,
  type CheckName,
  type CheckReason,
  INVALID_PUBLISHER_CERTIFICATE,
} from "./check.ts";
import type { AssetLifecycle, AuthenticityFacts, RegisteredPublisherCertificate } from "./facts.ts";

/** Everything that the steps look at. */
export interface Evidence {
  readonly verdict: CertificateVerdict;
  readonly path: PathResult;
  /** Registry entry of the CA that issued the leaf. */
  readonly publisher: RegisteredPublisherCertificate | undefined;
  readonly facts: AuthenticityFacts;
  readonly now: Date;
}

/** Passed, or failed with a reason. A step runs only after all that it needs have passed. */
export type Finding = { readonly reason?: CheckReason; readonly code?: CheckCode } | "skipped";

/** One step over evidence of some kind. */
export interface Step<Seen> {
  readonly check: CheckName;
  readonly needs: readonly CheckName[];
  readonly evaluate: (evidence: Seen) => Finding;
}

/** What the steps look at that are the same for every kind of device. */
interface Common {
  readonly facts: Pick<AuthenticityFacts, "asset" | "proof">;
}

export const PASSED: Finding = {};

const LIFECYCLE_REASONS: Record<AssetLifecycle, CheckReason | undefined> = {
  issued: "ASSET_NOT_ACTIVE",
  active: undefined,
  suspended: "ASSET_SUSPENDED",
  revoked: "ASSET_REVOKED",
  retired: "ASSET_RETIRED",
};

const STEPS: readonly Step<Evidence>[] = [
  // Input that is not a certificate never gets here: parsing it throws.
  { check: "certificate_format", needs: [], evaluate: () => PASSED },
  { check: "certificate_algorithms", needs: [], evaluate: algorithms },
  { check: "certificate_path", needs: ["certificate_algorithms"], evaluate: certificatePath },
  { check: "publisher_status", needs: ["certificate_path"], evaluate: publisherStatus },
  { check: "publisher_certificate_revocation", needs: ["certificate_path"], evaluate: publisherRevocation },
  { check: "device_usage", needs: ["certificate_path"], evaluate: deviceUsage },
  { check: "device_certificate_revocation", needs: ["certificate_path"], evaluate: deviceRevocation },
  { check: "asset_known", needs: ["certificate_path", "device_usage"], evaluate: assetKnown },
  { check: "device_binding", needs: ["asset_known"], evaluate: deviceBinding },
  { check: "lifecycle", needs: ["device_binding"], evaluate: lifecycle },
  { check: "proof_of_possession", needs: ["device_binding"], evaluate: proofOfPossession },
];

/** Runs all steps in order, for a device with a certificate. */
export function runSteps(evidence: Evidence): Check[] {
  return run(STEPS, evidence);
}

/** A step whose needs did not all pass is skipped. */
export function run<Seen>(steps: readonly Step<Seen>[], evidence: Seen): Check[] {
  const passed = new Set<CheckName>();
  return steps.map(({ check, needs, evaluate }) => {
    const finding = needs.every((need) => passed.has(need)) ? evaluate(evidence) : "skipped";
    if (finding === "skipped") return { check, outcome: "skipped" };
    if (finding.reason !== undefined) return { check, outcome: "failed", ...finding };
    passed.add(check);
    return { check, outcome: "passed" };
  });
}

function algorithms({ verdict }: Evidence): Finding {
  return verdict.algorithmsAllowed ? PASSED : { reason: "ALGORITHM_NOT_ALLOWED" };
}

function certificatePath({ path }: Evidence): Finding {
  if (path.valid) return PASSED;
  return blamesDeviceAlone(path) ? { reason: path.reason } : publisherCertificateInvalid(path.reason);
}

/**
 * Faults of the leaf itself. Every other one, also a leaf that its named issuer did not sign or whose names
 * its issuer may not give, is a fault of the publisher certificate that was offered for it.
 */
function blamesDeviceAlone({ reason, certificateIndex }: PathFailure): boolean {
  const issuerIsInDoubt: readonly CheckReason[] = [
    "UNKNOWN_ISSUER",
    "SIGNATURE_INVALID",
    "NAME_EXCLUDED",
    "NAME_NOT_PERMITTED",
    "NAME_CONSTRAINT_UNSUPPORTED",
    "LEAF_IS_TRUST_ANCHOR",
  ];
  return certificateIndex === 0 && !issuerIsInDoubt.includes(reason);
}

function publisherStatus({ publisher }: Evidence): Finding {
  // A leaf right under the root, or under a CA that the registry does not have, was issued by no publisher.
  if (publisher === undefined) return publisherCertificateInvalid("PUBLISHER_CERTIFICATE_UNREGISTERED");
  return publisher.publisherActive ? PASSED : { reason: "PUBLISHER_NOT_ACTIVE" };
}

function publisherRevocation({ publisher }: Evidence): Finding {
  if (publisher === undefined) return "skipped";
  return publisher.revokedAt === null ? PASSED : publisherCertificateInvalid("PUBLISHER_CERTIFICATE_REVOKED");
}

function deviceUsage({ path }: Evidence): Finding {
  const problem = path.valid ? leafProblem(path, DEVICE) : undefined;
  return problem === undefined ? PASSED : { reason: `DEVICE_${problem}` };
}

/**
 * A certificate that was never registered is not revoked; its binding fails instead, like that of any
 * stranger.
 */
function deviceRevocation({ facts }: Evidence): Finding {
  return facts.device === null || facts.device.revokedAt === null
    ? PASSED
    : { reason: "DEVICE_CERTIFICATE_REVOKED" };
}

function assetKnown({ facts, publisher }: Evidence): Finding {
  if (facts.asset === null) return { reason: "ASSET_UNKNOWN" };
  return facts.asset.publisherId === publisher?.publisherId ? PASSED : { reason: "ASSET_OF_OTHER_PUBLISHER" };
}

function deviceBinding({ facts: { asset, device }, publisher, verdict }: Evidence): Finding {
  if (asset === null || publisher === undefined) return "skipped";
  if (device?.fingerprint !== verdict.leaf.fingerprint || device.assetId === null)
    return { reason: "DEVICE_UNREGISTERED" };
  if (device.assetId !== asset.assetId) return { reason: "DEVICE_OF_OTHER_ASSET" };
  const named = uriOf(verdict.leaf) === deviceUri(publisher.publisherHost, asset.assetId);
  return named ? PASSED : { reason: "DEVICE_NAME_MISMATCH" };
}

export function lifecycle({ facts: { asset } }: Common): Finding {
  if (asset === null) return "skipped";
  const reason = LIFECYCLE_REASONS[asset.lifecycle];
  return reason === undefined ? PASSED : { reason };
}

export function proofOfPossession({ facts: { proof } }: Common): Finding {
  if (proof === null) return "skipped";
  return proof.accepted ? PASSED : { reason: proof.reason };
}

function publisherCertificateInvalid(reason: CheckReason): Finding {
  return { code: INVALID_PUBLISHER_CERTIFICATE, reason };
}
