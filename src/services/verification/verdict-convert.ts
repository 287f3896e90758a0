import type * as asset from "../../../gen/ts/pda/asset/v1/asset.ts";
import * as proto from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import { RevocationStatus } from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { STATUS_TTL_SECONDS } from "../../domain/status/status-list.ts";

import type { Check, CheckOutcome, VerdictOutcome } from "../../trust/verdict/check.ts";
import { statusOf } from "../asset/convert.ts";
import { timestamp } from "../timestamp.ts";

/** A verdict's outcome as the contract shows it. */
export const outcomes: Record<VerdictOutcome, proto.VerificationOutcome> = {
  passed: proto.VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
  failed: proto.VerificationOutcome.VERIFICATION_OUTCOME_FAILED,
  indeterminate: proto.VerificationOutcome.VERIFICATION_OUTCOME_INDETERMINATE,
};

/** The result of a revocation verification as the contract shows it. */
export const revocationStatuses: Record<"good" | "revoked" | "unknown", RevocationStatus> = {
  good: RevocationStatus.REVOCATION_STATUS_GOOD,
  revoked: RevocationStatus.REVOCATION_STATUS_REVOKED,
  unknown: RevocationStatus.REVOCATION_STATUS_UNKNOWN,
};

const checkOutcomes: Record<CheckOutcome, proto.CheckOutcome> = {
  passed: proto.CheckOutcome.CHECK_OUTCOME_PASSED,
  failed: proto.CheckOutcome.CHECK_OUTCOME_FAILED,
  skipped: proto.CheckOutcome.CHECK_OUTCOME_SKIPPED,
};

/** The lines of a verdict as the contract shows them. */
export function verdictChecksToProto(checks: readonly Check[]): proto.Check[] {
  return checks.map(({ check, outcome, code, reason }) => ({
    check,
    outcome: checkOutcomes[outcome],
    code,
    reason,
  }));
}

/** When a verdict was made and how long it may be relied on. */
export interface Moment {
  readonly now: Date;
  readonly validUntil: Date;
}

/** A moment in real time; an answer is good for as long as a status list would be kept. */
export function momentOf(now: Date): Moment {
  return { now, validUntil: new Date(now.getTime() + STATUS_TTL_SECONDS * 1000) };
}

/** A moment as the contract shows it; `until` ends it earlier. */
export function timesOf({ now, validUntil }: Moment, until?: Date) {
  const expires = until !== undefined && until < validUntil ? until : validUntil;
  return { evaluateTime: timestamp(now), expireTime: timestamp(expires) };
}

/** States that a request names. */
export function lifecyclesOf(values: readonly asset.LifecycleStatus[]): LifecycleStatus[] {
  return values.flatMap((value) => statusOf(value) ?? []);
}
