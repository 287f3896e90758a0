// A reorganisation on request, which only a development node makes.
import type { PendingRpcRequest } from "@solana/kit";
import { ChainError } from "../../error.ts";
import type { Lanes } from "../lanes.ts";
import type { CheckedNode } from "../node.ts";
import { observe, type Query } from "../observe.ts";

/** The development node's own method; others do not know it. */
interface Forking {
  pdaFork(blocks: number): PendingRpcRequest<unknown>;
}

/**
 * Replaces the newest blocks, down to the one with the transfer, by as many that hold nothing. What was in them is forgotten by the
 * node, so whoever sent it has to send it again.
 *
 * @throws ChainError NOT_REHEARSABLE when the transfer is not included or is final, or the node cannot do it
 */
export async function rehearseReorganisation(
  node: CheckedNode,
  query: Query,
  lanesOf: () => Lanes,
): Promise<void> {
  const { state, inclusion } = await observe(node, query, lanesOf);
  if (state !== "included" || !inclusion) {
    throw ChainError.because("NOT_REHEARSABLE", "only what is included and not final can be taken back");
  }
  const rpc = await node.rpc();
  const height = await node.ask(rpc.getBlockHeight({ commitment: "processed" }));
  try {
    await node.ask((rpc as unknown as Forking).pdaFork(Number(height - inclusion.height) + 1));
  } catch (error) {
    if (error instanceof ChainError && error.retryable) throw error;
    throw ChainError.because("NOT_REHEARSABLE", "the network's node cannot rehearse reorganisations", error);
  }
}
