import {
  AccessServiceService,
  ResolveSingleUseRequest,
  ResolveSingleUseResponse,
  type SingleUseProof,
  type SingleUseVerdict,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { CoreClient } from "../rpc/client.ts";
import { failureOfStatus } from "../rpc/client/status.ts";
import { Gatherer, type GathererLimits } from "../rpc/gather.ts";
import { fulfilled, type Outcome, rejected } from "../rpc/outcome.ts";
import { ownCall } from "./own-call.ts";

const DEADLINE_MS = 5_000;
/** 32 of the largest proofs fit in a message, and the core works on them for a few milliseconds. */
const limits: GathererLimits = { sizeMax: 32, setsMax: 2, waitingMax: 4_096, patienceMs: 5 };

/** A proof as the contract has it. */
type Proof = NonNullable<SingleUseProof["proof"]>;
type DpopUse = Extract<Proof, { $case: "dpop" }>;
/** A proof that says who the caller is. */
export type IdentityProof = Exclude<Proof, DpopUse>;

/** Resolves proofs that each count for one request. Proofs that wait together share one call to the core. */
export class SingleUse {
  readonly #gatherer: Gatherer<Proof, Principal | NextNonce>;

  constructor(core: Pick<CoreClient, "call">) {
    this.#gatherer = new Gatherer((proofs) => ask(core, proofs), limits);
  }

  /** Returns the principal of a proof and uses the proof. @throws Failure the refusal of the core, or why it gave no verdict */
  async resolve(proof: IdentityProof): Promise<Principal> {
    const answer = await this.#gatherer.submit(proof);
    if (answer instanceof NextNonce) throw unanswered();
    return answer;
  }

  /**
   * Uses a DPoP proof.
   * @returns the nonce for the caller's next proofs; empty while the nonce of this one will do
   * @throws Failure the refusal of the core, or why it gave no verdict
   */
  async useDpopProof(value: DpopUse["value"]): Promise<string> {
    const answer = await this.#gatherer.submit({ $case: "dpop", value });
    if (!(answer instanceof NextNonce)) throw unanswered();
    return answer.nonce;
  }
}

/** The answer to a DPoP proof that was used now. */
class NextNonce {
  readonly nonce: string;

  constructor(nonce: string) {
    this.nonce = nonce;
  }
}

async function ask(
  core: Pick<CoreClient, "call">,
  proofs: readonly Proof[],
): Promise<readonly Outcome<Principal | NextNonce>[]> {
  const { path } = AccessServiceService.resolveSingleUse;
  const request = ResolveSingleUseRequest.encode({ proofs: proofs.map((proof) => ({ proof })) }).finish();
  const response = await ownCall(core, { path, request, withinMs: DEADLINE_MS });
  const { principals, verdicts } = ResolveSingleUseResponse.decode(response);
  return verdicts.map(({ verdict }) => outcomeOf(verdict, principals));
}

function outcomeOf(
  verdict: SingleUseVerdict["verdict"],
  principals: readonly Principal[],
): Outcome<Principal | NextNonce> {
  if (verdict?.$case === "refusal") return rejected(failureOfStatus(verdict.value));
  if (verdict?.$case === "nextNonce") return fulfilled(new NextNonce(verdict.value));
  const principal = verdict && principals[verdict.value];
  return principal ? fulfilled(principal) : rejected(unanswered());
}

const unanswered = (): Error => new Error("the core gave no verdict on a proof");
