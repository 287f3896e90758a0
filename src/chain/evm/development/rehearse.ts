// Rehearses a reorganisation, which only a development node can do.
import type { PublicClient } from "viem";
import { ChainError } from "../../error.ts";
import { isAway, nodeError } from "../node.ts";
import { observe, type Query } from "../observe.ts";

/**
 * Replaces the newest blocks, down to and including the block that contains the transfer, by the same number of empty blocks. The node
 * forgets the transactions of the replaced blocks, so their senders must send them again.
 *
 * @throws ChainError NOT_REHEARSABLE if the transfer is not included or is final, or if the node cannot reorganise
 */
export async function rehearseReorganisation(client: PublicClient, query: Query): Promise<void> {
  const { state, confirmationCount } = await observe(client, query);
  if (state !== "included") {
    throw ChainError.because("NOT_REHEARSABLE", "the transfer must be included and not final");
  }
  try {
    await client.request<{ Method: "anvil_reorg"; Parameters: [number, []]; ReturnType: null }>({
      method: "anvil_reorg",
      params: [confirmationCount, []],
    });
  } catch (error) {
    if (isAway(error)) throw nodeError(error);
    throw ChainError.because(
      "NOT_REHEARSABLE",
      "the network's node cannot rehearse reorganisations; use a development node",
      error,
    );
  }
}
