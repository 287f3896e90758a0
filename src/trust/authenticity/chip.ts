import { type AuthenticityAnswer, conclude } from "../authenticity.ts";
import type { Audience } from "../verdict/audience.ts";
import type { CheckReason } from "../verdict/check.ts";
import type { AssetFacts, AuthenticityFacts, ProofFacts } from "./facts.ts";
import { type StepFinding, run, type Step } from "../verdict/steps.ts";
import { lifecycle, proofOfPossession } from "./steps.ts";

/** A registered device without a certificate, in its present state. */
interface ChipDevice {
  readonly publisherId: string;
  readonly publisherActive: boolean;
  /** The asset that the device is bound to, or was bound to when it was revoked. */
  readonly assetId: string;
  readonly revokedAt: Date | null;
}

/** The facts from the registry for a proof that names its device itself. */
export interface ChipFacts {
  /** The asset that the caller named. */
  readonly asset: AssetFacts | null;
  /** The device that the proof names, or the reason that no device was found. */
  readonly device: ChipDevice | Extract<CheckReason, "DEVICE_UNREGISTERED" | "SUN_MESSAGE_NOT_OF_THIS_TAG">;
  readonly validUntil: AuthenticityFacts["validUntil"];
  readonly proof: ProofFacts;
}

interface Seen {
  readonly facts: ChipFacts;
}

const nothingToLookAt = (): StepFinding => "skipped";

/** The same checks in the same order as for a device with a certificate. */
const STEPS: readonly Step<Seen>[] = [
  { check: "certificate_format", evaluate: nothingToLookAt },
  { check: "certificate_algorithms", evaluate: nothingToLookAt },
  { check: "certificate_path", evaluate: nothingToLookAt },
  { check: "publisher_status", evaluate: publisherStatus },
  { check: "publisher_certificate_revocation", evaluate: nothingToLookAt },
  { check: "device_usage", evaluate: nothingToLookAt },
  { check: "device_certificate_revocation", evaluate: deviceRevocation },
  { check: "asset_known", evaluate: assetKnown },
  { check: "device_binding", needs: ["asset_known"], evaluate: deviceBinding },
  { check: "lifecycle", needs: ["device_binding"], evaluate: lifecycle },
  {
    check: "proof_of_possession",
    needs: ["device_certificate_revocation", "device_binding"],
    evaluate: proofOfPossession,
  },
];

/**
 * Evaluates a proof that names its device itself, without a certificate. Pure.
 * The checks of device and publisher use only the device, never the named asset. So an unknown asset and the asset of another device give
 * the same answer.
 * @param now real time
 * @param audience `publisher` only for the publisher of the named asset, who gets full reasons
 */
export function evaluateChip(facts: ChipFacts, now: Date, audience: Audience): AuthenticityAnswer {
  return conclude(run(STEPS, { facts }), facts, {
    audience,
    evaluatedAt: now,
    validUntil: facts.validUntil,
  });
}

function publisherStatus({ facts: { device } }: Seen): StepFinding {
  if (typeof device === "string") return "skipped";
  return device.publisherActive ? "passed" : { reason: "PUBLISHER_NOT_ACTIVE" };
}

function deviceRevocation({ facts: { device } }: Seen): StepFinding {
  if (typeof device === "string") return "skipped";
  return device.revokedAt === null ? "passed" : { reason: "DEVICE_REVOKED" };
}

function assetKnown({ facts: { asset, device } }: Seen): StepFinding {
  if (asset === null) return { reason: "ASSET_UNKNOWN" };
  const foreign = typeof device !== "string" && device.publisherId !== asset.publisherId;
  return foreign ? { reason: "ASSET_OF_OTHER_PUBLISHER" } : "passed";
}

function deviceBinding({ facts: { asset, device } }: Seen): StepFinding {
  if (typeof device === "string") return { reason: device };
  return device.assetId === asset?.assetId ? "passed" : { reason: "DEVICE_OF_OTHER_ASSET" };
}
