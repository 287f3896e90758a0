import { createHash } from "node:crypto";
import type { ValidateIdentityRequest } from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import type { TakenIdentityChallenge } from "../../store/verification/identity-challenges.ts";
import type { ClaimExpectation, IdentityRequest } from "../../trust/identity/request.ts";
import type { IdentityAnswer } from "../../trust/identity.ts";
import { numericDate } from "../../trust/signed-token.ts";
import type { Receipts } from "../signing/receipts.ts";

/** What a receipt is about. */
export interface ValidatedIdentity {
  readonly request: ValidateIdentityRequest;
  readonly asked: IdentityRequest;
  readonly answer: IdentityAnswer;
  /** Undefined where the caller had none: then nobody was proven to be there. */
  readonly challenge: TakenIdentityChallenge | undefined;
}

/** A receipt for the answer, for those who ask for one. It names neither claims nor the asset. @throws Failure UNAVAILABLE */
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
 * SHA-256, base64url, of what was asked as JSON in canonical form (RFC 8785), a line feed, and the presentation. Whoever has both can
 * tell that the receipt is about them; whoever has not cannot guess, because salts and signatures of the presentation are in it.
 */
function evidenceOf({ acceptedTypes, conditions }: IdentityRequest, presentation: string): string {
  // Members in alphabetical order and no numbers: so JSON.stringify is canonical.
  const question = JSON.stringify({
    acceptedTypes,
    conditions: conditions.map(({ path, expected }) => inOrder(path, expected)),
  });
  return createHash("sha256").update(question).update("\n").update(presentation).digest("base64url");
}

function inOrder(path: readonly string[], expected: ClaimExpectation): object {
  if (expected.kind === "boolean") return { boolean: expected.value, path };
  return expected.kind === "present" ? { path, present: {} } : { path, text: { oneOf: expected.values } };
}
