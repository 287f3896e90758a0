import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { Failure } from "../../../rpc/failure.ts";
import type { ReadCredentials } from "../../credentials.ts";
import { claimedKey, useProof } from "../../dpop.ts";
import { exchangeOf } from "../../exchange.ts";
import type { SingleUse } from "../../single-use.ts";

/** What checking DPoP proofs needs. */
export interface ProofChecking {
  readonly credentialsOf: ReadCredentials;
  readonly singleUse: Pick<SingleUse, "useDpopProof">;
}

/**
 * Returns the thumbprint of the key that the request proves, and uses the proof; undefined without a proof. What has not the form of a proof
 * does not reach the core, which refuses a call for it with the proofs of all others in the call.
 * @throws Failure
 */
export async function provenKey(
  ctx: KoaContextWithOIDC,
  { credentialsOf, singleUse }: ProofChecking,
): Promise<string | undefined> {
  const { proof } = credentialsOf(ctx.req);
  if (!proof) return undefined;
  const thumbprint = claimedKey(proof);
  await useProof(singleUse, proof, undefined);
  if (proof.nextNonce !== undefined) ctx.set("DPoP-Nonce", proof.nextNonce);
  return thumbprint;
}

/** Does some work of a session. Where the session or its key is refused, the program's grant is (RFC 6749 section 5.2). */
export async function asOAuth<T>(ctx: KoaContextWithOIDC, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // For the audit log, which has a record of each refusal.
    exchangeOf(ctx.res as never).failure = error;
    throw answerTo(error);
  }
}

/** Returns the error of OAuth for a failure of a person's program; others are answered as those of every client. */
function answerTo(failure: Failure): Error {
  const { reason, message } = failure;
  if (reason === "CREDENTIAL_REFUSED") return new errors.InvalidGrant("the session has ended");
  if (reason === "NETWORK_NOT_ALLOWED") return new errors.InvalidGrant(message);
  return failure;
}
