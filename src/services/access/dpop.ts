import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  type DpopProofUse,
  DpopProofVerdict,
  type SentDpopProof,
  type UseDpopProofsRequest,
  type UseDpopProofsResponse,
} from "../../../gen/ts/pda/access/v1/access_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { TokenUse } from "../../rpc/identity.ts";
import { DpopError } from "../../trust/dpop/error.ts";
import { type DpopProof, tokenHash, verifyDpopProof } from "../../trust/dpop/proof.ts";
import { resolveToken, type TokenCheck } from "./token.ts";

/** What using proofs needs. */
type ProofUse = Pick<TokenCheck, "nonces" | "spend">;

/**
 * Verifies a proof and uses it, once in the whole installation.
 * @returns the nonce for the caller's next proofs; empty while the nonce of this one will do
 * @throws Failure UNAUTHENTICATED; with the nonce when the proof lacks it
 */
export async function useDpopProof(check: ProofUse, { proof, tokenHash }: DpopProofUse): Promise<string> {
  const verified = await verifiedProof(proof, tokenHash);
  await spendProof(check, verified);
  const nonce = check.nonces.current(new Date());
  return nonce === verified.nonce ? "" : nonce;
}

/**
 * Verifies everything about a proof but its repetition and its nonce.
 * @param expectedHash `tokenHash` of the access token beside the proof; undefined for a request that asks for a token
 * @throws Failure UNAUTHENTICATED
 */
export async function verifiedProof(
  sent: SentDpopProof | undefined,
  expectedHash: string | undefined,
): Promise<DpopProof> {
  const { text = "", method = "", uris = [] } = sent ?? {};
  try {
    return await verifyDpopProof(text, { method, uris, tokenHash: expectedHash }, new Date());
  } catch (error) {
    throw error instanceof DpopError ? new Failure(error.reason, { message: error.message }) : error;
  }
}

/** Uses a verified proof (RFC 9449 sections 4.3 and 9). @throws Failure UNAUTHENTICATED */
async function spendProof(
  { nonces, spend }: ProofUse,
  { keyThumbprint, jti, nonce, expiresAt }: DpopProof,
): Promise<void> {
  const now = new Date();
  if (!nonces.accepts(nonce, now))
    throw new Failure("DPOP_NONCE_NEEDED", {
      message: "The DPoP proof needs the nonce that this answer gives. Make a new proof with it and repeat.",
      dpopNonce: nonces.current(now),
    });
  if (!(await spend({ kind: "dpop", credentialId: keyThumbprint, nonce: jti, expiresAt })))
    throw new Failure("DPOP_PROOF_REPLAYED", {
      message:
        "A DPoP proof with this jti was used before. Make a new proof for each request and each repeat.",
    });
}

/** Uses proofs that a gateway of version 1.0.0 has verified. @returns the verdicts in their order, and the nonce for the next proofs */
export async function useDpopProofs(
  check: ProofUse,
  { proofs }: UseDpopProofsRequest,
): Promise<UseDpopProofsResponse> {
  const verdicts = proofs.map(async ({ expireTime, ...proof }): Promise<DpopProofVerdict> => {
    const expiresAt = new Date(Number(expireTime?.seconds ?? 0) * 1000);
    try {
      await spendProof(check, { ...proof, expiresAt });
      return DpopProofVerdict.DPOP_PROOF_VERDICT_FIRST_USE;
    } catch (error) {
      const verdict = error instanceof Failure ? verdictsOfReasons[error.reason] : undefined;
      if (verdict === undefined) throw error;
      return verdict;
    }
  });
  return { verdicts: await Promise.all(verdicts), nonce: check.nonces.current(new Date()) };
}

const verdictsOfReasons: Partial<Record<string, DpopProofVerdict>> = {
  DPOP_NONCE_NEEDED: DpopProofVerdict.DPOP_PROOF_VERDICT_NONCE_NEEDED,
  DPOP_PROOF_REPLAYED: DpopProofVerdict.DPOP_PROOF_VERDICT_REPLAYED,
};

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
  const proven = await verifiedProof({ text: proof, method: "POST", uris }, tokenHash(token));
  const { principal } = await resolveToken(check, token, { address, keyThumbprint: proven.keyThumbprint });
  await spendProof(check, proven);
  return principal;
}
