import type { Logger } from "../logger.ts";

/** Time-out of one request to a node, unless the options say another. */
export const REQUEST_TIMEOUT_MS = 5000;

/** Options of a network of any family, and of the account that settles on it. */
export interface FamilyOptions<Signer> {
  /** URL of the node's JSON-RPC over HTTP. It may hold a credential, so it is never logged. */
  readonly rpcUrl: string;
  /** Confirmations that a transfer needs before it can be final. What the network itself calls final must agree too. */
  readonly confirmations: number;
  readonly signer: Signer;
  /** Allows publicly known keys and rehearsed reorganisations. */
  readonly development: boolean;
  /** Maximum fee of one transfer in the network's smallest unit. Default: no limit. */
  readonly feeMax?: bigint;
  /** Default: 5 s. */
  readonly requestTimeoutMs?: number;
  readonly log: Logger;
}
