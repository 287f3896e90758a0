import { LRUCache } from "lru-cache";
import * as proto from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type { Assurance } from "../../domain/asset/policy.ts";
import { STATUS_TTL_SECONDS } from "../../domain/status/status-list.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import type { Check, CheckOutcome, VerdictOutcome } from "../../trust/verdict/check.ts";
import { timestamp } from "../contract/timestamp.ts";

/** A verdict's outcome as the contract shows it. */
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

/** The lines of a verdict as the contract shows them. */
export function checksToProto(checks: readonly Check[]): proto.Check[] {
  return checks.map(({ check, outcome, code, reason }) => ({
    check,
    outcome: checkOutcomes[outcome],
    code,
    reason,
  }));
}

/** What evidence proves, as the contract shows it. */
export const assuranceToProto = (assurance: Assurance): proto.Assurance => assurances[assurance];

/** When a verdict is made and how long it may be relied on. */
export interface Moment {
  readonly now: Date;
  readonly validUntil: Date;
}

/** A moment in real time; an answer is good for as long as a status list would be kept. */
export function momentOf(now: Date): Moment {
  return { now, validUntil: new Date(now.getTime() + STATUS_TTL_SECONDS * 1000) };
}

/** A moment as the contract shows it. */
export function timesOf({ now, validUntil }: Moment) {
  return { evaluateTime: timestamp(now), expireTime: timestamp(validUntil) };
}

/** An authenticity verdict as the contract shows it. */
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

/** Lists of checks that were answered before. There are few different ones: most answers have the same. */
const lists = new LRUCache<string, proto.Check[]>({ max: 1_000 });

function authenticityChecksToProto(checks: readonly Check[]): proto.Check[] {
  // Every list has all checks in one order, so what they came to says which list it is.
  let key = "";
  for (const { outcome, code = "", reason = "" } of checks) key += `${outcome}${code}${reason};`;
  const known = lists.get(key);
  if (known) return known;
  const list = checksToProto(checks);
  lists.set(key, list);
  return list;
}
