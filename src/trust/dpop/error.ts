/** Reason that a DPoP proof is refused. */
type DpopReason = "DPOP_PROOF_MALFORMED" | "DPOP_PROOF_REFUSED" | "DPOP_PROOF_EXPIRED";

/** Thrown by `verifyDpopProof`. The message is for people. */
export class DpopError extends Error {
  override readonly name = "DpopError";
  readonly reason: DpopReason;

  constructor(reason: DpopReason, problem: string) {
    super(problem);
    this.reason = reason;
  }
}
