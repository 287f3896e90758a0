// The JSON-RPC node: one client that never repeats a request by itself, and what its failures mean.
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

/** Opens a client without caches: a cached head would hide a reorganisation. */
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

/** Whether the node could not be asked, as opposed to having refused. */
export function isAway(error: unknown): boolean {
  return error instanceof BaseError && error.walk((e) => away.some((kind) => e instanceof kind)) !== null;
}

/** A ChainError for whatever went wrong while asking the node. */
export function nodeError(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error;
  return isAway(error)
    ? ChainError.because("NODE_UNAVAILABLE", "the network's node does not answer", error)
    : ChainError.because("NODE_REFUSED", "the network's node refused the request", error);
}

/** Awaits an answer of the node. @throws ChainError NODE_UNAVAILABLE, NODE_REFUSED */
export async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw nodeError(error);
  }
}

/** How long it is believed that the same node still serves the same chain. */
const CHECKED_MS = 5000;

/**
 * Makes sure that the node serves the expected chain, so that nothing is signed or believed for another one: at first, and again
 * from time to time, because what answers at an address may be exchanged.
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

  /** @param anew asks whatever is believed: before something is signed or sent */
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
