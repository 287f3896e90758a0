import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  AccessServiceService,
  type ResolveSingleUseRequest,
  type ResolveSingleUseResponse,
  type SingleUseProof,
  type SingleUseVerdict,
} from "../../../gen/ts/pda/access/v1/access_service.ts";
import type { Logger } from "../../logger.ts";
import { Failure } from "../../rpc/failure.ts";
import { failedBeforePipeline } from "../../rpc/observe.ts";
import { failureOf } from "../../rpc/refusal.ts";
import { encodeStatus } from "../../rpc/status.ts";
import { useDpopProof } from "./dpop.ts";
import { principalOfSignature, type SignatureCheck } from "./signature.ts";
import { resolveSingleToken } from "./token.ts";

/** What resolving proofs needs. */
interface SingleUseCheck extends SignatureCheck {
  readonly log: Logger;
}

/**
 * Resolves proofs that each count once, and uses them. Nonces of proofs that are accepted while others are stored share the next statement.
 * Proofs of one key share one principal.
 */
export async function resolveSingleUse(
  check: SingleUseCheck,
  { proofs }: ResolveSingleUseRequest,
  requestId: string,
): Promise<ResolveSingleUseResponse> {
  const principals: Principal[] = [];
  const indexes = new Map<Principal, number>();
  const verdictOn = async ({ proof }: SingleUseProof): Promise<SingleUseVerdict> => {
    if (proof?.$case === "dpop")
      return { verdict: { $case: "nextNonce", value: await useDpopProof(check, proof.value) } };
    const principal = await principalOf(check, proof);
    const index = indexes.get(principal) ?? principals.push(principal) - 1;
    indexes.set(principal, index);
    return { verdict: { $case: "principal", value: index } };
  };
  const refused = (error: unknown): SingleUseVerdict => {
    const failure = failureOf(error);
    const rpc = AccessServiceService.resolveSingleUse.path;
    if (!(error instanceof Failure)) failedBeforePipeline(check.log, error, failure, { requestId, rpc });
    return { verdict: { $case: "refusal", value: Buffer.from(encodeStatus(failure)) } };
  };
  const verdicts = proofs.map(async (proof) => verdictOn(proof).catch(refused));
  return { verdicts: await Promise.all(verdicts), principals };
}

/** @throws Failure for a refused proof */
async function principalOf(check: SignatureCheck, proof: SingleUseProof["proof"]): Promise<Principal> {
  if (proof?.$case === "signature") return principalOfSignature(check, proof.value);
  if (proof?.$case === "token") return resolveSingleToken(check, proof.value.token, proof.value.address);
  throw new Failure("CREDENTIAL_MALFORMED");
}
