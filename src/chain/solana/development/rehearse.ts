// Rehearses a reorganisation, which only the development network can do.
import { createJsonRpcApi, createRpc, createDefaultRpcTransport } from "@solana/kit";
import { ChainError } from "../../error.ts";
import { isRefusal, nodeError } from "../node.ts";

type DevelopmentApi = {
  /** Abandons this number of the newest blocks and makes as many empty ones. */
  pdaFork(depth: number): number;
};

/** Replaces the newest blocks by empty ones. @throws ChainError NOT_REHEARSABLE if one of the blocks is final or the node cannot do it */
export async function giveUpBlocks(rpcUrl: string, depth: number, timeoutMs: number): Promise<void> {
  const rpc = createRpc({
    api: createJsonRpcApi<DevelopmentApi>(),
    transport: createDefaultRpcTransport({ url: rpcUrl }),
  });
  try {
    await rpc.pdaFork(depth).send({ abortSignal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const known = nodeError(error);
    if (!isRefusal(error)) throw known;
    throw ChainError.because(
      "NOT_REHEARSABLE",
      "the network's node cannot rehearse this reorganisation; use a development node",
      error,
    );
  }
}
