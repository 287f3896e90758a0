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

export interface NodeOptions {
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly requestTimeoutMs: number;
}

/** Opens a client without caches, because a cached head would hide a reorganisation. */
export function nodeClient({ chainId, rpcUrl, requestTimeoutMs }: NodeOptions): PublicClient {
  const chain = defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: "native", symbol: "NATIVE", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const transport = http(rpcUrl, { retryCount: 0, timeout: requestTimeoutMs });
  return createPublicClient({ chain, transport, cacheTime: 0, ccipRead: false });
}

const away = [
  HttpRequestError,
  TimeoutError,
  LimitExceededRpcError,
  ResourceUnavailableRpcError,
  InternalRpcError,
];

/** Returns true if the node could not be asked. Returns false if the node refused the request. */
export function isAway(error: unknown): boolean {
  return error instanceof BaseError && error.walk((e) => away.some((kind) => e instanceof kind)) !== null;
}

/** Returns the ChainError for a failed request to the node. */
export function nodeError(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error;
  return isAway(error)
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

/** Milliseconds for which a check of the node's chain id stays valid. */
const CHECKED_MS = 5000;

/**
 * Checks that the node serves the expected chain, so that nothing is signed or believed for another chain. The check repeats from time to
 * time, because another node may take over the URL.
 * @throws ChainError NETWORK_MISMATCH, NODE_UNAVAILABLE
 */
export class CheckedNode {
  readonly #client: PublicClient;
  readonly #chainId: number;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(options: NodeOptions) {
    this.#client = nodeClient(options);
    this.#chainId = options.chainId;
  }

  /** Returns the client of the checked node. @param anew checks again even after a recent check; required before signing and sending */
  async client({ anew = false } = {}): Promise<PublicClient> {
    if (anew || performance.now() - this.#checkedAt > CHECKED_MS) {
      const actual = await ask(this.#client.getChainId());
      if (actual !== this.#chainId) {
        throw ChainError.because(
          "NETWORK_MISMATCH",
          `the node serves eip155:${actual}, not eip155:${this.#chainId}`,
        );
      }
      this.#checkedAt = performance.now();
    }
    return this.#client;
  }
}
