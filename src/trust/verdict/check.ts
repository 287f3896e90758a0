import type { LeafProblem } from "../path/leaf.ts";
import type { PathReason } from "../path/reason.ts";

/** The checks of all verdicts. The checks of an authenticity evaluation come first, in the order of the answer. */
export type CheckName =
  | "certificate_format"
  | "certificate_algorithms"
  | "certificate_path"
  | "publisher_status"
  | "publisher_certificate_revocation"
  | "device_usage"
  | "device_certificate_revocation"
  | "asset_known"
  | "device_binding"
  | "lifecycle"
  | "proof_of_possession"
  | "publisher_known"
  | "publisher_certificate_registered"
  | "asset_revocation"
  | "capabilities";

export type CheckOutcome = "passed" | "failed" | "skipped";

/** The only code that the published interface names: invalid publisher certificate. */
export type CheckCode = "SVC-4010";
export const INVALID_PUBLISHER_CERTIFICATE: CheckCode = "SVC-4010";

/** The outcome of a verdict. `indeterminate`: no check failed, but the evidence does not suffice. */
export type VerdictOutcome = "passed" | "failed" | "indeterminate";

/** One check of a verdict. A check is skipped when a check that it needs failed, or when it has no input. */
export interface Check {
  readonly check: CheckName;
  readonly outcome: CheckOutcome;
  readonly code?: CheckCode;
  readonly reason?: CheckReason;
}

/** Reason that a check failed, in full. Only the asset's publisher may see it. */
export type CheckReason =
  | PathReason
  | `DEVICE_${LeafProblem}`
  | ProofReason
  | PublicReason
  | "PUBLISHER_CERTIFICATE_UNREGISTERED"
  | "ASSET_UNKNOWN"
  | "ASSET_OF_OTHER_PUBLISHER"
  | "DEVICE_UNREGISTERED"
  | "DEVICE_OF_OTHER_ASSET"
  | "DEVICE_NAME_MISMATCH"
  | "SUN_MESSAGE_NOT_OF_THIS_TAG";

/**
 * Reason that a proof of possession failed.
 * A challenge is unknown when it was never issued, was used, or expired long ago.
 * A used challenge is deleted, so these cases look the same.
 */
export type ProofReason =
  | "PROOF_INVALID"
  | "CHALLENGE_UNKNOWN"
  | "CHALLENGE_EXPIRED"
  | "CHALLENGE_OF_OTHER_ASSET"
  | "COUNTER_NOT_ABOVE_LAST"
  | "PROOF_OF_UNBOUND_DEVICE";

/** Reasons that anyone may see. */
export type PublicReason =
  | "ALGORITHM_NOT_ALLOWED"
  | "CERTIFICATE_NOT_TRUSTED"
  | "CERTIFICATE_OUTSIDE_VALIDITY"
  | "PUBLISHER_NOT_ACTIVE"
  | "PUBLISHER_CERTIFICATE_REVOKED"
  | "NOT_A_DEVICE_CERTIFICATE"
  | "DEVICE_CERTIFICATE_REVOKED"
  | "DEVICE_REVOKED"
  | "ASSET_NOT_RECOGNISED"
  | "ASSET_NOT_ACTIVE"
  | "ASSET_SUSPENDED"
  | "ASSET_REVOKED"
  | "ASSET_RETIRED"
  | "PROOF_NOT_ACCEPTED"
  | "ASSURANCE_TOO_LOW"
  | "PUBLISHER_NOT_RECOGNISED"
  | "PUBLISHER_NOT_CERTIFIED"
  | "CERTIFICATE_NOT_OF_PUBLISHER"
  | "CERTIFICATE_NOT_RECOGNISED"
  | "LIFECYCLE_NOT_EXPECTED"
  | "CAPABILITY_NOT_SUPPORTED";
