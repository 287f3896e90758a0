import { BaseError, InvalidParamsRpcError, type PublicClient } from "viem";
import { ChainError } from "../error.ts";
import { isAway, nodeError } from "./node.ts";

/**
 * The final blocks of one network. A node from before the `finalized` tag refuses it as an invalid parameter; there, depth alone decides.
 * Any other failure leaves the question open. Once a node has answered, depth alone never decides again: a node that restarts, or another
 * one behind the same address, must not make a transfer final early.
 */
export class Finality {
  #answered = false;

  /**
   * Returns the height of the newest final block; undefined if the node does not know the tag.
   * @throws ChainError NODE_UNAVAILABLE, NODE_INCONSISTENT
   */
  async height(client: PublicClient): Promise<bigint | undefined> {
    try {
      const { number } = await client.getBlock({ blockTag: "finalized" });
      this.#answered = true;
      return number;
    } catch (error) {
      if (!(error instanceof BaseError) || isAway(error)) throw nodeError(error);
      if (!refusesTag(error))
        throw ChainError.because("NODE_UNAVAILABLE", "the node does not say which blocks are final", error);
      if (this.#answered)
        throw ChainError.because(
          "NODE_INCONSISTENT",
          "the node no longer knows the finalized tag, which it has answered before",
          error,
        );
      return undefined;
    }
  }
}

const refusesTag = (error: BaseError): boolean =>
  error.walk((each) => each instanceof InvalidParamsRpcError) !== null;
