// Sends a signed transaction to the node and translates the node's refusals.
import {
  type Base64EncodedWireTransaction,
  isSolanaError,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT,
  type SolanaErrorCode,
} from "@solana/kit";
import { ChainError } from "../error.ts";
import { type CheckedNode, nodeError } from "./node.ts";

/** The node tried the transaction on its newest state, and the trial failed. */
export class TrialFailure extends Error {
  override readonly name = "TrialFailure";
  /** True when the transaction's lifetime is over, or the node already has the transaction. */
  readonly spent: boolean;

  constructor(spent: boolean, cause: unknown) {
    super("the node's trial of the transaction failed", { cause });
    this.spent = spent;
  }
}

const spent: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
];
const unpaid: readonly SolanaErrorCode[] = [
  SOLANA_ERROR__TRANSACTION_ERROR__ACCOUNT_NOT_FOUND,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_FEE,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT,
];
const isOne = (error: unknown, codes: readonly SolanaErrorCode[]): boolean =>
  codes.some((code) => isSolanaError(error, code));

/**
 * Sends a transaction that the node tries first, unless `untried` is set. A transaction that would fail now costs no fee and does not use
 * its sequence. An untried one that fails costs its fee and uses its sequence.
 * @throws TrialFailure; ChainError INSUFFICIENT_FEE_BALANCE, NODE_UNAVAILABLE (the transaction may or may not have arrived), NODE_REFUSED
 */
export async function sendWire(
  node: CheckedNode,
  wire: Base64EncodedWireTransaction,
  untried = false,
): Promise<Signature> {
  const rpc = await node.rpc();
  try {
    return await node.send(
      rpc.sendTransaction(wire, {
        encoding: "base64",
        preflightCommitment: "processed",
        skipPreflight: untried,
      }),
    );
  } catch (error) {
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)) {
      throw nodeError(error);
    }
    if (isOne(error.cause, unpaid)) {
      throw ChainError.because(
        "INSUFFICIENT_FEE_BALANCE",
        "the signer's balance does not cover the network's fee; fund the signer",
        error,
      );
    }
    throw new TrialFailure(isOne(error.cause, spent), error);
  }
}
