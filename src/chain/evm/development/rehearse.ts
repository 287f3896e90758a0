// A reorganisation on request, which only a development node makes.
import type { PublicClient } from "viem";
import { ChainError } from "../../error.ts";
import { isAway, nodeError } from "../node.ts";
import { observe, type Query } from "../observe.ts";

/**
 * Replaces the newest blocks, down to the one with the transfer, by as many that hold nothing. What was in them is forgotten by the
 * node, so whoever sent it has to send it again.
 *
 * @throws ChainError NOT_REHEARSABLE when the transfer is not included or is final, or the node cannot do it
 */
export async function rehearseReorganisation(client: PublicClient, query: Query): Promise<void> {
  const { state, confirmationCount } = await observe(client, query);
  if (state !== "included") {
    throw ChainError.because("NOT_REHEARSABLE", "only what is included and not final can be taken back");
  }
  try {
    await client.request<{ Method: "anvil_reorg"; Parameters: [number, []]; ReturnType: null }>({
      method: "anvil_reorg",
      params: [confirmationCount, []],
    });
  } catch (error) {
    if (isAway(error)) throw nodeError(error);
    throw ChainError.because("NOT_REHEARSABLE", "the network's node cannot rehearse reorganisations", error);
  }
}
