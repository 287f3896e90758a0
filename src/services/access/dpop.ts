import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  DpopProofVerdict,
  type DpopProof as SentProof,
  type UseDpopProofsRequest,
  type UseDpopProofsResponse,
} from "../../../gen/ts/pda/access/v1/access_service.ts";
import { requireFirstUse } from "../../rpc/dpop-use.ts";
import { Failure } from "../../rpc/failure.ts";
import type { TokenUse } from "../../rpc/identity.ts";
import { DpopError } from "../../trust/dpop/error.ts";
import { verifyDpopProof } from "../../trust/dpop/proof.ts";
import { timestamp } from "../contract/timestamp.ts";
import { resolveToken, type TokenCheck } from "./token.ts";

/** What using proofs needs. */
type ProofUse = Pick<TokenCheck, "nonces" | "spend">;

/** Uses proofs, each once in the whole installation. @returns the verdicts in their order, and the nonce for the next proofs */
export async function useDpopProofs(
  { nonces, spend }: ProofUse,
  { proofs }: UseDpopProofsRequest,
): Promise<UseDpopProofsResponse> {
  const now = new Date();
  const verdictOf = async ({
    keyThumbprint,
    jti,
    nonce,
    expireTime,
  }: SentProof): Promise<DpopProofVerdict> => {
    if (!nonces.accepts(nonce, now)) return DpopProofVerdict.DPOP_PROOF_VERDICT_NONCE_NEEDED;
    const expiresAt = new Date(Number(expireTime?.seconds ?? 0) * 1000);
    const isFirst = await spend({ kind: "dpop", credentialId: keyThumbprint, nonce: jti, expiresAt });
    return isFirst
      ? DpopProofVerdict.DPOP_PROOF_VERDICT_FIRST_USE
      : DpopProofVerdict.DPOP_PROOF_VERDICT_REPLAYED;
  };
  const verdicts = await Promise.all(proofs.map(verdictOf));
  return { verdicts, nonce: nonces.current(now) };
}

/**
 * Returns the principal of the JWT of a gRPC call. The `htm` of a proof is POST, and its `htu` is the public address of this service with the
 * path of the method, whatever the address of the core is.
 * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED
 */
export async function principalOfToken(
  check: TokenCheck,
  token: string,
  { address, path, proof }: TokenUse,
): Promise<Principal> {
  if (proof === undefined) return (await resolveToken(check, token, { address })).principal;
  const uris = [new URL(check.publicUrl).origin + path];
  const proven = await verifyDpopProof(proof, { method: "POST", uris, token }, new Date()).catch(
    (error: unknown) => {
      throw error instanceof DpopError ? new Failure(error.reason, { message: error.message }) : error;
    },
  );
  const { keyThumbprint, jti, nonce, expiresAt } = proven;
  const { principal } = await resolveToken(check, token, { address, keyThumbprint });
  const used = await useDpopProofs(check, {
    proofs: [{ keyThumbprint, jti, nonce, expireTime: timestamp(expiresAt) }],
  });
  requireFirstUse(used.verdicts[0], used.nonce);
  return principal;
}
