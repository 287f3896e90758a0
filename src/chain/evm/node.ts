// The client of the JSON-RPC node, which never repeats a request by itself, and the meaning of the node's failures.
import {
  BaseError,
  createPublicClient,
  defineChain,
  HttpRequestError,
  http,
  InternalRpcError,
  LimitExceededRpcError,
  type PublicClient,
  ResourceUnavailableRpcError,
  TimeoutError,
} from "viem";
import { ChainError } from "../error.ts";
import { NodeCheck, type NodeCheckOptions, refusedStatuses } from "../node-check.ts";
import { networkName } from "./names.ts";

export interface NodeOptions {
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly requestTimeoutMs: number;
}

/** Opens a client without caches, because a cached head would hide a reorganisation. */
export function nodeClient({ chainId, rpcUrl, requestTimeoutMs }: NodeOptions): PublicClient {
  const chain = defineChain({
    id: chainId,
    name: networkName(chainId),
    nativeCurrency: { name: "native", symbol: "NATIVE", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  // A node that redirects is another node, so its answer is an error.
  const fetchOptions = { redirect: "manual" } as const;
  const transport = http(rpcUrl, { retryCount: 0, timeout: requestTimeoutMs, fetchOptions });
  return createPublicClient({ chain, transport, cacheTime: 0, ccipRead: false });
}

const away = [
  HttpRequestError,
  TimeoutError,
  LimitExceededRpcError,
  ResourceUnavailableRpcError,
  InternalRpcError,
];

/** Returns true if the node has not answered the question. Returns false if its answer is an error. */
export function isAway(error: unknown): boolean {
  return error instanceof BaseError && error.walk((e) => away.some((kind) => e instanceof kind)) !== null;
}

/** Returns true if the node wants another request, such as one with other credentials. It has not answered the question. */
function isRefused(error: BaseError): boolean {
  const refused = (e: unknown): boolean =>
    e instanceof HttpRequestError && refusedStatuses.includes(e.status ?? 0);
  return error.walk(refused) !== null;
}

/** Returns the ChainError for a failed request to the node. */
export function nodeError(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error;
  return isAway(error) && !isRefused(error)
    ? ChainError.because("NODE_UNAVAILABLE", "the network's node does not answer", error)
    : ChainError.because("NODE_REFUSED", "the network's node refused the request", error);
}

/** Awaits the node's answer. @throws ChainError NODE_UNAVAILABLE, NODE_REFUSED */
export async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw nodeError(error);
  }
}

/** The client of a node that serves the expected chain. */
export class CheckedNode {
  readonly #client: PublicClient;
  readonly #check: NodeCheck;

  constructor(options: NodeOptions) {
    this.#client = nodeClient(options);
    this.#check = new NodeCheck(networkName(options.chainId), async () =>
      networkName(await ask(this.#client.getChainId())),
    );
  }

  /** Returns the client of the checked node. @throws ChainError NETWORK_MISMATCH, NODE_UNAVAILABLE */
  async client(options?: NodeCheckOptions): Promise<PublicClient> {
    await this.#check.pass(options);
    return this.#client;
  }
}
