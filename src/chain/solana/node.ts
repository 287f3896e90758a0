// The client of the JSON-RPC node, which never repeats a request by itself, and the meaning of the node's failures.
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
import { NodeCheck, type NodeCheckOptions, refusedStatuses } from "../node-check.ts";
import { networkName } from "./names.ts";

export type SolanaRpc = Rpc<SolanaRpcApi>;
/** Awaits the node's answer. @throws ChainError NODE_UNAVAILABLE, NODE_INCONSISTENT, NODE_REFUSED */
export type Ask = <T>(request: PendingRpcRequest<T>) => Promise<T>;

/** Codes of refusals by the node. Every other failure means that the node could not be asked at this moment. */
const refusals: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
];
/** Codes for a block that existed a moment ago and no longer does. */
const gone: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_LONG_TERM_STORAGE_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
];

const anyOf = (error: unknown, codes: readonly SolanaErrorCode[]): boolean =>
  codes.some((code) => isSolanaError(error, code));

/** Returns true if the node refused the request. Returns false if the node could not be reached. */
export function isRefusal(error: unknown): boolean {
  if (isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) {
    return refusedStatuses.includes(error.context.statusCode);
  }
  return anyOf(error, refusals);
}

/** Returns the ChainError for a failed request to the node. */
export function nodeError(error: unknown): ChainError {
  if (error instanceof ChainError) return error;
  if (anyOf(error, gone)) return inconsistent("the node's blocks changed while it was asked", error);
  return isRefusal(error)
    ? ChainError.because("NODE_REFUSED", "the network's node refused the request", error)
    : ChainError.because("NODE_UNAVAILABLE", "the network's node does not answer", error);
}

/** Creates the error for a node that contradicts itself. */
export function inconsistent(why: string, cause?: unknown): ChainError {
  return ChainError.because("NODE_INCONSISTENT", why, cause);
}

export interface NodeOptions {
  /** CAIP-2. */
  readonly network: string;
  readonly rpcUrl: string;
  readonly requestTimeoutMs: number;
}

/** Returns an address without its user and password, and the header that carries them. The platform refuses an address with them, and prints it. */
function withoutCredentials(rpcUrl: string): { url: string; headers: { authorization?: string } } {
  const url = new URL(rpcUrl);
  const { username, password } = url;
  if (!username && !password) return { url: rpcUrl, headers: {} };
  url.username = "";
  url.password = "";
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { url: url.href, headers: { authorization: `Basic ${credentials.toString("base64")}` } };
}

/** The client of a node that serves the expected network. */
export class CheckedNode {
  readonly #rpc: SolanaRpc;
  readonly #timeoutMs: number;
  readonly #check: NodeCheck;

  constructor({ network, rpcUrl, requestTimeoutMs }: NodeOptions) {
    // A node that redirects is another node, so its answer is an error. The library has no option, but fetch takes a request for an address.
    const { url, headers } = withoutCredentials(rpcUrl);
    const node = new Request(url, { redirect: "manual" }) as unknown as string;
    this.#rpc = createSolanaRpc(node, { headers });
    this.#timeoutMs = requestTimeoutMs;
    this.#check = new NodeCheck(network, async () => networkName(await this.ask(this.#rpc.getGenesisHash())));
  }

  /** Sends a request without translating its failure. */
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

  /** Returns the client of the checked node. @throws ChainError NETWORK_MISMATCH, NODE_UNAVAILABLE */
  async rpc(options?: NodeCheckOptions): Promise<SolanaRpc> {
    await this.#check.pass(options);
    return this.#rpc;
  }
}
