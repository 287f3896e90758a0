import type { IncomingMessage } from "node:http";
import {
  AccessServiceService,
  type DpopProofVerdict,
  UseDpopProofsRequest,
  UseDpopProofsResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import type { CoreClient } from "../rpc/client.ts";
import { requireFirstUse } from "../rpc/dpop-use.ts";
import { Failure } from "../rpc/failure.ts";
import { Gatherer, type GathererLimits } from "../rpc/gather.ts";
import { fulfilled } from "../rpc/outcome.ts";
import { DpopError } from "../trust/dpop/error.ts";
import { type DpopProof, verifyDpopProof } from "../trust/dpop/proof.ts";
import { one } from "./exchange.ts";
import { timesGiven } from "./headers.ts";
import { ownCall } from "./own-call.ts";

const DEADLINE_MS = 5_000;
/** Proofs that arrive together are used by one call, which costs little more than for one of them. */
const limits: GathererLimits = { sizeMax: 500, setsMax: 2, waitingMax: 4_096, patienceMs: 5 };

/** The DPoP proof of a request, not verified, with what it must be made for. */
export interface SentProof {
  readonly text: string;
  readonly method: string;
  /** The addresses under which the caller may know the target. */
  readonly uris: readonly string[];
  /** Set when the proof is used and its nonce is about to end: the nonce for the caller's next proofs. */
  nextNonce?: string;
}

/**
 * Makes the reader of the header `DPoP`. The proof may name the target by the address of the service's settings, which callers know behind
 * any proxy, or by the authority that the request itself names, which is one of this service's own.
 */
export function proofReader(publicUrl: string): (request: IncomingMessage) => SentProof | undefined {
  const { origin } = new URL(publicUrl);
  return (request) => {
    const { headers, method = "", url = "/" } = request;
    const text = one(headers.dpop);
    if (text === undefined) return undefined;
    if (timesGiven(request, "dpop") > 1)
      throw new Failure("DPOP_PROOF_MALFORMED", { message: "The header DPoP is given twice." });
    const ofHost = headers.host === undefined ? [] : [`https://${headers.host}${url}`];
    return { text, method, uris: url.startsWith("/") ? [origin + url, ...ofHost] : [url] };
  };
}

/**
 * Verifies everything about a proof but its repetition and its nonce.
 * @param token the access token beside the proof; undefined at the token endpoint
 * @throws Failure UNAUTHENTICATED
 */
export async function verifiedProof(sent: SentProof, token: string | undefined): Promise<DpopProof> {
  try {
    return await verifyDpopProof(sent.text, { ...sent, token }, new Date());
  } catch (error) {
    throw error instanceof DpopError ? new Failure(error.reason, { message: error.message }) : error;
  }
}

/** What the core says to a proof. */
interface Use {
  readonly verdict: DpopProofVerdict | undefined;
  readonly nonce: string;
}

/** Uses proofs, each once in the whole installation. */
export class ProofUses {
  readonly #gatherer: Gatherer<DpopProof, Use>;

  constructor(core: Pick<CoreClient, "call">) {
    this.#gatherer = new Gatherer(async (proofs) => {
      const { verdicts, nonce } = await ask(core, proofs);
      return proofs.map((_, index) => fulfilled({ verdict: verdicts[index], nonce }));
    }, limits);
  }

  /**
   * Uses a verified proof beside a good token.
   * @throws Failure UNAUTHENTICATED for a proof that was used before or lacks a nonce; UNAVAILABLE when no core says whether it was used
   */
  async use(proof: DpopProof, sent: SentProof): Promise<void> {
    const { verdict, nonce } = await this.#gatherer.submit(proof);
    requireFirstUse(verdict, nonce);
    if (nonce !== "" && nonce !== proof.nonce) sent.nextNonce = nonce;
  }
}

async function ask(
  core: Pick<CoreClient, "call">,
  proofs: readonly DpopProof[],
): Promise<UseDpopProofsResponse> {
  const request = UseDpopProofsRequest.encode({
    proofs: proofs.map(({ keyThumbprint, jti, nonce, expiresAt }) => ({
      keyThumbprint,
      jti,
      nonce,
      expireTime: { seconds: BigInt(Math.ceil(expiresAt.getTime() / 1000)), nanos: 0 },
    })),
  }).finish();
  try {
    const { path } = AccessServiceService.useDpopProofs;
    return UseDpopProofsResponse.decode(await ownCall(core, { path, request, withinMs: DEADLINE_MS }));
  } catch (cause) {
    throw new Failure("CREDENTIAL_UNCHECKED", { cause });
  }
}
