// A reorganisation on request, which only the development network makes.
import { createJsonRpcApi, createRpc, createDefaultRpcTransport } from "@solana/kit";
import { ChainError } from "../../error.ts";
import { isRefusal, nodeError } from "../node.ts";

type DevelopmentApi = {
  /** Gives up so many of the newest blocks, and makes as many empty ones. */
  pdaFork(depth: number): number;
};

/** Gives up blocks. @throws ChainError NOT_REHEARSABLE when the node cannot do it or one of them is final */
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
      "the network's node cannot rehearse this reorganisation",
      error,
    );
  }
}
