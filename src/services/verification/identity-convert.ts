import type {
  ClaimCondition as ClaimConditionMessage,
  IdentityValidation,
  ValidateIdentityRequest,
} from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import type { ClaimExpectation, IdentityRequest } from "../../trust/identity/request.ts";
import type { IdentityAnswer } from "../../trust/identity.ts";
import { timestamp } from "../contract/timestamp.ts";
import { assuranceToProto, checkOutcomes, outcomes } from "./convert.ts";

/** Converts the requested types and conditions to the domain's. */
export function identityRequestOf({ acceptedTypes, conditions }: ValidateIdentityRequest): IdentityRequest {
  return {
    acceptedTypes,
    conditions: conditions.map(({ path, expected }) => ({ path, expected: expectationOf(expected) })),
  };
}

export function identityToProto(answer: IdentityAnswer): IdentityValidation {
  return {
    satisfied: answer.satisfied,
    outcome: outcomes[answer.outcome],
    assurance: assuranceToProto(answer.assurance),
    checks: answer.checks.map(({ check, outcome, reason }) => ({
      check,
      outcome: checkOutcomes[outcome],
      reason,
    })),
    evaluateTime: timestamp(answer.evaluatedAt),
    expireTime: timestamp(answer.validUntil),
  };
}

function expectationOf(expected: ClaimConditionMessage["expected"]): ClaimExpectation {
  switch (expected?.$case) {
    case "boolean":
      return { kind: "boolean", value: expected.value };
    case "text":
      return { kind: "text_in", values: expected.value.oneOf };
    default:
      return { kind: "present" };
  }
}
