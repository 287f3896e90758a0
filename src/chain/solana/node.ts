// The JSON-RPC node: one client that never repeats a request by itself, and what its failures mean.
import {
  createSolanaRpc,
  isSolanaError,
  type PendingRpcRequest,
  type Rpc,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_LONG_TERM_STORAGE_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  type SolanaErrorCode,
  type SolanaRpcApi,
} from "@solana/kit";
import { ChainError } from "../error.ts";
import { networkName } from "./names.ts";

export type SolanaRpc = Rpc<SolanaRpcApi>;
/** Awaits an answer of the node. @throws ChainError NODE_UNAVAILABLE, NODE_INCONSISTENT, NODE_REFUSED */
export type Ask = <T>(request: PendingRpcRequest<T>) => Promise<T>;

/** Refusals by the node. Every other failure means that it could not be asked, or not just now. */
const refusals: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
];
/** A block that was there a moment ago and is not. */
const gone: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_LONG_TERM_STORAGE_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
];
/** HTTP statuses that say the request itself was wrong, or may not be made. */
const refusedStatuses = [400, 401, 403, 404, 405, 413];

const anyOf = (error: unknown, codes: readonly SolanaErrorCode[]): boolean =>
  codes.some((code) => isSolanaError(error, code));

/** Whether the node has refused a request, as opposed to not having been reached. */
export function isRefusal(error: unknown): boolean {
  if (isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) {
    return refusedStatuses.includes(error.context.statusCode);
  }
  return anyOf(error, refusals);
}

/** A ChainError for whatever went wrong while asking the node. */
export function nodeError(error: unknown): ChainError {
  if (error instanceof ChainError) return error;
  if (anyOf(error, gone)) return inconsistent("the node's blocks changed while it was asked", error);
  return isRefusal(error)
    ? ChainError.because("NODE_REFUSED", "the network's node refused the request", error)
    : ChainError.because("NODE_UNAVAILABLE", "the network's node does not answer", error);
}

/** The node contradicts itself. */
export function inconsistent(why: string, cause?: unknown): ChainError {
  return ChainError.because("NODE_INCONSISTENT", why, cause);
}

export interface NodeOptions {
  /** CAIP-2. */
  readonly network: string;
  readonly rpcUrl: string;
  readonly requestTimeoutMs: number;
}

/** How long it is believed that the same node still serves the same network. */
const CHECKED_MS = 5000;

/**
 * Makes sure that the node serves the expected network, so that nothing is signed or believed for another one: at first, and again
 * from time to time, because what answers at an address may be exchanged.
 * @throws ChainError NETWORK_MISMATCH, NODE_UNAVAILABLE
 */
export class CheckedNode {
  readonly #rpc: SolanaRpc;
  readonly #network: string;
  readonly #timeoutMs: number;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor({ network, rpcUrl, requestTimeoutMs }: NodeOptions) {
    this.#rpc = createSolanaRpc(rpcUrl);
    this.#network = network;
    this.#timeoutMs = requestTimeoutMs;
  }

  /** Makes a request without translating its failure. */
  send<T>(request: PendingRpcRequest<T>): Promise<T> {
    return request.send({ abortSignal: AbortSignal.timeout(this.#timeoutMs) });
  }

  readonly ask: Ask = async (request) => {
    try {
      return await this.send(request);
    } catch (error) {
      throw nodeError(error);
    }
  };

  /** @param anew asks whatever is believed: before something is signed or sent */
  async rpc({ anew = false } = {}): Promise<SolanaRpc> {
    if (anew || performance.now() - this.#checkedAt > CHECKED_MS) {
      const actual = networkName(await this.ask(this.#rpc.getGenesisHash()));
      if (actual !== this.#network) {
        throw ChainError.because("NETWORK_MISMATCH", `the node serves ${actual}, not ${this.#network}`);
      }
      this.#checkedAt = performance.now();
    }
    return this.#rpc;
  }
}
