import { createHash } from "node:crypto";
import type { ValidateIdentityRequest } from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import type { TakenIdentityChallenge } from "../../store/verification/identity-challenges.ts";
import type { ClaimExpectation, IdentityRequest } from "../../trust/identity/request.ts";
import type { IdentityAnswer } from "../../trust/identity.ts";
import { numericDate } from "../../trust/signed-token.ts";
import type { Receipts } from "../signing/receipts.ts";

/** The request and the answer that a receipt covers. */
export interface ValidatedIdentity {
  readonly request: ValidateIdentityRequest;
  readonly asked: IdentityRequest;
  readonly answer: IdentityAnswer;
  /** Undefined when the caller had no challenge. Then the holder's presence was not proven. */
  readonly challenge: TakenIdentityChallenge | undefined;
}

/** Signs a receipt for the answer. The receipt names neither claims nor the asset. @throws Failure UNAVAILABLE */
export function identityReceipt(
  receipts: Receipts,
  { request, asked, answer, challenge }: ValidatedIdentity,
): string {
  return receipts.sign("identity", {
    exp: numericDate(answer.validUntil),
    nonce: request.nonce,
    ...(challenge ? { audience: challenge.audience } : {}),
    satisfied: answer.satisfied,
    outcome: answer.outcome,
    assurance: answer.assurance,
    checks: answer.checks,
    evidence: evidenceOf(asked, request.presentation),
  });
}

/**
 * Returns the SHA-256, in base64url, of the question as canonical JSON (RFC 8785), a line feed and the presentation. A holder of both can
 * check that the receipt covers them. Nobody else can guess them, because the presentation contains salts and signatures.
 */
function evidenceOf({ acceptedTypes, conditions }: IdentityRequest, presentation: string): string {
  // Members are in alphabetical order and no member is a number, so JSON.stringify returns canonical JSON.
  const question = JSON.stringify({
    acceptedTypes,
    conditions: conditions.map(({ path, expected }) => inOrder(path, expected)),
  });
  return createHash("sha256").update(question).update("\n").update(presentation).digest("base64url");
}

function inOrder(path: readonly string[], expected: ClaimExpectation): object {
  if (expected.kind === "boolean") return { boolean: expected.value, path };
  return expected.kind === "present" ? { path } : { path, text: { oneOf: expected.values } };
}
