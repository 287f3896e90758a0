import { type AuthenticityAnswer, conclude } from "../authenticity.ts";
import type { Audience } from "./audience.ts";
import type { CheckReason } from "./check.ts";
import type { AssetFacts, AuthenticityFacts, ProofFacts } from "./facts.ts";
import { type Finding, lifecycle, PASSED, proofOfPossession, run, type Step } from "./steps.ts";

/** A device without a certificate in the registry, as it is now. */
interface ChipDevice {
  readonly publisherId: string;
  readonly publisherActive: boolean;
  /** The asset that it is bound to, or was when it was revoked. */
  readonly assetId: string;
  readonly revokedAt: Date | null;
}

/** Everything that was looked up for a proof that names its device itself. */
export interface ChipFacts {
  /** The asset that the caller named. */
  readonly asset: AssetFacts | null;
  /** The device that the proof names, or why there is none. */
  readonly device: ChipDevice | Extract<CheckReason, "DEVICE_UNREGISTERED" | "SUN_MESSAGE_NOT_OF_THIS_TAG">;
  readonly validUntil: AuthenticityFacts["validUntil"];
  readonly proof: ProofFacts;
}

interface Seen {
  readonly facts: ChipFacts;
  readonly now: Date;
}

const nothingToLookAt = (): Finding => "skipped";

/** The same checks in the same order as for a device with a certificate. */
const STEPS: readonly Step<Seen>[] = [
  { check: "certificate_format", needs: [], evaluate: nothingToLookAt },
  { check: "certificate_algorithms", needs: [], evaluate: nothingToLookAt },
  { check: "certificate_path", needs: [], evaluate: nothingToLookAt },
  { check: "publisher_status", needs: [], evaluate: publisherStatus },
  { check: "publisher_certificate_revocation", needs: [], evaluate: nothingToLookAt },
  { check: "device_usage", needs: [], evaluate: nothingToLookAt },
  { check: "device_certificate_revocation", needs: [], evaluate: deviceRevocation },
  { check: "asset_known", needs: [], evaluate: assetKnown },
  { check: "device_binding", needs: ["asset_known"], evaluate: deviceBinding },
  { check: "lifecycle", needs: ["device_binding"], evaluate: lifecycle },
  {
    check: "proof_of_possession",
    needs: ["device_certificate_revocation", "device_binding"],
    evaluate: proofOfPossession,
  },
];

/**
 * Evaluates a proof that names its device itself, without a certificate. Pure. What is answered about device and publisher comes
 * from the device alone, never from the asset that was named, so that an unknown asset and one of another device look alike.
 * @param now real time
 * @param audience `publisher` only for the publisher of the asset that was named; it reads reasons in full
 */
export function evaluateChip(facts: ChipFacts, now: Date, audience: Audience): AuthenticityAnswer {
  return conclude(run(STEPS, { facts, now }), facts, {
    audience,
    evaluatedAt: now,
    validUntil: facts.validUntil,
  });
}

function publisherStatus({ facts: { device } }: Seen): Finding {
  if (typeof device === "string") return "skipped";
  return device.publisherActive ? PASSED : { reason: "PUBLISHER_NOT_ACTIVE" };
}

function deviceRevocation({ facts: { device } }: Seen): Finding {
  if (typeof device === "string") return "skipped";
  return device.revokedAt === null ? PASSED : { reason: "DEVICE_REVOKED" };
}

function assetKnown({ facts: { asset, device } }: Seen): Finding {
  if (asset === null) return { reason: "ASSET_UNKNOWN" };
  const foreign = typeof device !== "string" && device.publisherId !== asset.publisherId;
  return foreign ? { reason: "ASSET_OF_OTHER_PUBLISHER" } : PASSED;
}

function deviceBinding({ facts: { asset, device } }: Seen): Finding {
  if (typeof device === "string") return { reason: device };
  return device.assetId === asset?.assetId ? PASSED : { reason: "DEVICE_OF_OTHER_ASSET" };
}
