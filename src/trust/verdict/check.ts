import { type CheckCode, type CheckOutcome } from "../authenticity/check.ts";
import type { PublicReason as AuthenticityReason } from "../authenticity/check.ts";
import type { PathReason } from "../path/reason.ts";

/** Steps of the verdicts on a publisher or an asset. */
export type VerdictCheckName =
  | "asset_known"
  | "publisher_known"
  | "publisher_status"
  | "lifecycle"
  | "capabilities"
  | "certificate_algorithms"
  | "certificate_path"
  | "publisher_certificate_registered"
  | "publisher_certificate_revocation"
  | "asset_revocation"
  | "device_certificate_revocation";

/** Why a step failed. */
export type VerdictReason =
  | AuthenticityReason
  | PathReason
  | "PUBLISHER_NOT_RECOGNISED"
  | "PUBLISHER_NOT_CERTIFIED"
  | "CERTIFICATE_NOT_OF_PUBLISHER"
  | "CERTIFICATE_NOT_RECOGNISED"
  | "LIFECYCLE_NOT_EXPECTED"
  | "CAPABILITY_NOT_SUPPORTED";

/** One line of a verdict. */
export interface VerdictCheck {
  readonly check: VerdictCheckName;
  readonly outcome: CheckOutcome;
  readonly code?: CheckCode;
  readonly reason?: VerdictReason;
}

export type VerdictOutcome = "passed" | "failed" | "indeterminate";

/** What a step has found: that it holds, why not, or nothing to look at. */
export type Finding = "passed" | "skipped" | { readonly reason: VerdictReason; readonly code?: CheckCode };

/** The line of a step; one whose precondition does not hold is skipped. */
export function line(check: VerdictCheckName, finding: Finding): VerdictCheck {
  return typeof finding === "string" ? { check, outcome: finding } : { check, outcome: "failed", ...finding };
}

/** Passed, or failed for this reason. */
export function holds(condition: boolean, reason: VerdictReason): Finding {
  return condition ? "passed" : { reason };
}

/** `failed` when a step has. */
export function outcomeOf(checks: readonly VerdictCheck[]): "passed" | "failed" {
  return checks.some(({ outcome }) => outcome === "failed") ? "failed" : "passed";
}
