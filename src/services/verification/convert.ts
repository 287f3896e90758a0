import { LRUCache } from "lru-cache";
import * as proto from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type { Assurance } from "../../domain/asset/policy.ts";
import { STATUS_TTL_SECONDS } from "../../domain/status/status-list.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import type { Check, CheckOutcome, VerdictOutcome } from "../../trust/verdict/check.ts";
import { timestamp } from "../contract/timestamp.ts";

export const outcomes: Record<VerdictOutcome, proto.VerificationOutcome> = {
  passed: proto.VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
  failed: proto.VerificationOutcome.VERIFICATION_OUTCOME_FAILED,
  indeterminate: proto.VerificationOutcome.VERIFICATION_OUTCOME_INDETERMINATE,
};

const assurances: Record<Assurance, proto.Assurance> = {
  none: proto.Assurance.ASSURANCE_NONE,
  static: proto.Assurance.ASSURANCE_STATIC,
  dynamic_mac: proto.Assurance.ASSURANCE_DYNAMIC_MAC,
  proof_of_possession: proto.Assurance.ASSURANCE_PROOF_OF_POSSESSION,
};

export const checkOutcomes: Record<CheckOutcome, proto.CheckOutcome> = {
  passed: proto.CheckOutcome.CHECK_OUTCOME_PASSED,
  failed: proto.CheckOutcome.CHECK_OUTCOME_FAILED,
  skipped: proto.CheckOutcome.CHECK_OUTCOME_SKIPPED,
};

/** Returns the checks of a verdict as the contract shows them. */
export function checksToProto(checks: readonly Check[]): proto.Check[] {
  return checks.map(({ check, outcome, code, reason }) => ({
    check,
    outcome: checkOutcomes[outcome],
    code,
    reason,
  }));
}

export const assuranceToProto = (assurance: Assurance): proto.Assurance => assurances[assurance];

/** The time of a verdict, and the time until which it may be relied on. */
export interface Moment {
  readonly now: Date;
  readonly validUntil: Date;
}

/** Returns a moment in real time. A verdict is valid for as long as verifiers cache a status list. */
export function momentOf(now: Date): Moment {
  return { now, validUntil: new Date(now.getTime() + STATUS_TTL_SECONDS * 1000) };
}

/** Returns a moment's times as the contract shows them. */
export function timesOf({ now, validUntil }: Moment) {
  return { evaluateTime: timestamp(now), expireTime: timestamp(validUntil) };
}

export function authenticityToProto(assetId: string, answer: AuthenticityAnswer): proto.Authenticity {
  return {
    assetId,
    trusted: answer.trusted,
    outcome: outcomes[answer.outcome],
    assurance: assuranceToProto(answer.assurance),
    checks: authenticityChecksToProto(answer.checks),
    evaluateTime: timestamp(answer.evaluatedAt),
    expireTime: timestamp(answer.validUntil),
  };
}

/** Converted lists of checks. There are few different lists, because most answers have the same checks. */
const lists = new LRUCache<string, proto.Check[]>({ max: 1_000 });

function authenticityChecksToProto(checks: readonly Check[]): proto.Check[] {
  // Every list has all checks in the same order, so the outcomes identify the list.
  let key = "";
  for (const { outcome, code = "", reason = "" } of checks) key += `${outcome}${code}${reason};`;
  const known = lists.get(key);
  if (known) return known;
  const list = checksToProto(checks);
  lists.set(key, list);
  return list;
}
