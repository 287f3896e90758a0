import { leafProblem, uriOf } from "../path/leaf.ts";
import { DEVICE } from "../path/profile.ts";
import type { PathFailure, PathResult } from "../path.ts";
import { deviceUri } from "../profile.ts";
import { lifecycleFinding } from "../verdict/asset.ts";
import { type CheckReason, INVALID_PUBLISHER_CERTIFICATE } from "../verdict/check.ts";
import type { StepFinding, Step } from "../verdict/steps.ts";
import type { CertificateVerdict } from "./certificate-verdict.ts";
import type { AuthenticityFacts, RegisteredPublisherCertificate } from "./facts.ts";

/** The input of the steps. */
interface Seen {
  readonly verdict: CertificateVerdict;
  readonly path: PathResult;
  /** Registry entry of the CA that issued the leaf. */
  readonly publisher: RegisteredPublisherCertificate | undefined;
  readonly facts: AuthenticityFacts;
}

/** The part of the input that is common to all kinds of device. */
interface Common {
  readonly facts: Pick<AuthenticityFacts, "asset" | "proof">;
}

/** The steps for a device with a certificate. */
export const CERTIFICATE_STEPS: readonly Step<Seen>[] = [
  // Parsing throws before this point when the input is not a certificate.
  { check: "certificate_format", evaluate: () => "passed" },
  { check: "certificate_algorithms", evaluate: algorithms },
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

function algorithms({ verdict }: Seen): StepFinding {
  return verdict.algorithmsAllowed ? "passed" : { reason: "ALGORITHM_NOT_ALLOWED" };
}

function certificatePath({ path }: Seen): StepFinding {
  if (path.valid) return "passed";
  return blamesDeviceAlone(path) ? { reason: path.reason } : publisherCertificateInvalid(path.reason);
}

/**
 * Tells whether a fault is the leaf's own. Every other fault belongs to the publisher certificate that was presented with the leaf.
 * Examples are a leaf that its named issuer did not sign, and a leaf with names that its issuer may not give.
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

function publisherStatus({ publisher }: Seen): StepFinding {
  // No publisher issued a leaf directly under the root, or under a CA that is not in the registry.
  if (publisher === undefined) return publisherCertificateInvalid("PUBLISHER_CERTIFICATE_UNREGISTERED");
  return publisher.publisherActive ? "passed" : { reason: "PUBLISHER_NOT_ACTIVE" };
}

function publisherRevocation({ publisher }: Seen): StepFinding {
  if (publisher === undefined) return "skipped";
  return publisher.revokedAt === null
    ? "passed"
    : publisherCertificateInvalid("PUBLISHER_CERTIFICATE_REVOKED");
}

function deviceUsage({ path }: Seen): StepFinding {
  const problem = path.valid ? leafProblem(path, DEVICE) : undefined;
  return problem === undefined ? "passed" : { reason: `DEVICE_${problem}` };
}

/** Checks the revocation of the device's certificate. A certificate that was never registered passes here and fails the binding check. */
function deviceRevocation({ facts }: Seen): StepFinding {
  return facts.device === null || facts.device.revokedAt === null
    ? "passed"
    : { reason: "DEVICE_CERTIFICATE_REVOKED" };
}

function assetKnown({ facts, publisher }: Seen): StepFinding {
  if (facts.asset === null) return { reason: "ASSET_UNKNOWN" };
  return facts.asset.publisherId === publisher?.publisherId
    ? "passed"
    : { reason: "ASSET_OF_OTHER_PUBLISHER" };
}

function deviceBinding({ facts: { asset, device }, publisher, verdict }: Seen): StepFinding {
  if (asset === null || publisher === undefined) return "skipped";
  if (device?.fingerprint !== verdict.leaf.fingerprint || device.assetId === null)
    return { reason: "DEVICE_UNREGISTERED" };
  if (device.assetId !== asset.assetId) return { reason: "DEVICE_OF_OTHER_ASSET" };
  const named = uriOf(verdict.leaf) === deviceUri(publisher.publisherHost, asset.assetId);
  return named ? "passed" : { reason: "DEVICE_NAME_MISMATCH" };
}

export function lifecycle({ facts: { asset } }: Common): StepFinding {
  return asset === null ? "skipped" : lifecycleFinding(asset.lifecycle);
}

export function proofOfPossession({ facts: { proof } }: Common): StepFinding {
  if (proof === null) return "skipped";
  return proof.accepted ? "passed" : { reason: proof.reason };
}

function publisherCertificateInvalid(reason: CheckReason): StepFinding {
  return { code: INVALID_PUBLISHER_CERTIFICATE, reason };
}
