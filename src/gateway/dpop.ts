import type { IncomingMessage } from "node:http";
import { catalogue } from "../../gen/errors/catalogue.ts";
import type { SentDpopProof } from "../../gen/ts/pda/access/v1/access_service.ts";
import { Failure } from "../rpc/failure.ts";
import { DpopError } from "../trust/dpop/error.ts";
import { claimedThumbprint, tokenHash } from "../trust/dpop/proof.ts";
import { one } from "./exchange.ts";
import { timesGiven } from "./headers.ts";
import type { SingleUse } from "./single-use.ts";

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

/** The proof as the contract has it. */
export const contractProof = ({ text, method, uris }: SentProof): SentDpopProof => ({
  text,
  method,
  uris: [...uris],
});

/** Returns the thumbprint of the key that a proof claims, and that the caller has once the core has used the proof. @throws Failure UNAUTHENTICATED */
export function claimedKey({ text }: SentProof): string {
  try {
    return claimedThumbprint(text);
  } catch (error) {
    throw error instanceof DpopError ? new Failure(error.reason, { message: error.message }) : error;
  }
}

/**
 * Has the core verify a proof and use it, which counts once in the whole installation.
 * @param token the access token beside the proof, which is known to be good; undefined for a request that asks for a token
 * @throws Failure UNAUTHENTICATED; UNAVAILABLE when no core says whether the proof is good and was used now
 */
export async function useProof(
  singleUse: Pick<SingleUse, "useDpopProof">,
  sent: SentProof,
  token: string | undefined,
): Promise<void> {
  const use = { proof: contractProof(sent), tokenHash: token === undefined ? undefined : tokenHash(token) };
  const nonce = await singleUse.useDpopProof(use).catch((cause: unknown) => {
    if (cause instanceof Failure && catalogue[cause.entry].httpStatus === 401) throw cause;
    throw new Failure("CREDENTIAL_UNCHECKED", { cause });
  });
  if (nonce !== "") sent.nextNonce = nonce;
}
