import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type {
  ResolveSingleUseResponse,
  SingleUseProof,
} from "../../../gen/ts/pda/access/v1/access_service.ts";
import type { Failure } from "../../../src/rpc/failure.ts";
import { failureOfStatus } from "../../../src/rpc/client/status.ts";
import type { ServiceHarness } from "../../support/service.ts";

type Proof = NonNullable<SingleUseProof["proof"]>;

/** Asks a core about proofs in one call. @returns the verdicts in the order of the proofs: of a DPoP proof the next nonce */
export async function judgedTogether(
  harness: Pick<ServiceHarness, "call">,
  proofs: readonly Proof[],
): Promise<(Principal | Failure | string)[]> {
  const { principals, verdicts } = await harness.call<ResolveSingleUseResponse>(
    "ResolveSingleUse",
    { proofs: proofs.map((proof) => ({ proof })) },
    { peer: "gateway" },
  );
  return verdicts.map(({ verdict }) => {
    if (verdict?.$case === "nextNonce") return verdict.value;
    const judged =
      verdict?.$case === "refusal" ? failureOfStatus(verdict.value) : principals[verdict?.value ?? -1];
    if (!judged) throw new Error("a proof has no verdict");
    return judged;
  });
}

/** Asks a core about a proof. @throws Failure when the proof is refused */
export async function principalOfProof(
  harness: Pick<ServiceHarness, "call">,
  proof: Proof,
): Promise<Principal> {
  const [judged] = await judgedTogether(harness, [proof]);
  if (judged instanceof Error) throw judged;
  return judged as Principal;
}
