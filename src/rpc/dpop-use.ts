import { DpopProofVerdict } from "../../gen/ts/pda/access/v1/access_service.ts";
import { Failure } from "./failure.ts";

/**
 * Checks that a DPoP proof was used for the first time (RFC 9449 sections 4.3 and 9).
 * @param nonce for the next proof
 * @throws Failure UNAUTHENTICATED; with the nonce when the proof lacks it
 */
export function requireFirstUse(verdict: DpopProofVerdict | undefined, nonce: string): void {
  switch (verdict) {
    case DpopProofVerdict.DPOP_PROOF_VERDICT_FIRST_USE:
      return;
    case DpopProofVerdict.DPOP_PROOF_VERDICT_REPLAYED:
      throw new Failure("DPOP_PROOF_REPLAYED", {
        message:
          "A DPoP proof with this jti was used before. Make a new proof for each request and each repeat.",
      });
    case DpopProofVerdict.DPOP_PROOF_VERDICT_NONCE_NEEDED:
      throw new Failure("DPOP_NONCE_NEEDED", {
        message:
          "The DPoP proof needs the nonce that this answer gives. Make a new proof with it and repeat.",
        dpopNonce: nonce,
      });
    default:
      throw new Failure("CREDENTIAL_UNCHECKED");
  }
}
