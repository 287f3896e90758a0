import * as proto from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type { CheckOutcome } from "../../trust/authenticity/check.ts";
import type { Assurance } from "../../trust/authenticity/facts.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import { timestamp } from "../timestamp.ts";

const outcomes: Record<AuthenticityAnswer["outcome"], proto.VerificationOutcome> = {
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

const checkOutcomes: Record<CheckOutcome, proto.CheckOutcome> = {
  passed: proto.CheckOutcome.CHECK_OUTCOME_PASSED,
  failed: proto.CheckOutcome.CHECK_OUTCOME_FAILED,
  skipped: proto.CheckOutcome.CHECK_OUTCOME_SKIPPED,
};

/** A verdict as the contract shows it. */
export function authenticityToProto(assetId: string, answer: AuthenticityAnswer): proto.Authenticity {
  return {
    assetId,
    trusted: answer.trusted,
    outcome: outcomes[answer.outcome],
    assurance: assurances[answer.assurance],
    checks: answer.checks.map(({ check, outcome, code, reason }) => ({
      check,
      outcome: checkOutcomes[outcome],
      code,
      reason,
    })),
    evaluateTime: timestamp(answer.evaluatedAt),
    expireTime: timestamp(answer.validUntil),
  };
}
