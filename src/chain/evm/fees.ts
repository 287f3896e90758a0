// Computes the fee that a transaction offers (EIP-1559).
import type { PublicClient } from "viem";
import { ChainError } from "../error.ts";
import { ask } from "./node.ts";
import type { SignedTransaction } from "./transaction.ts";

/** Wei per unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface FeeQuestion {
  /** The transaction that the new one displaces. */
  readonly replaced: SignedTransaction | undefined;
  /** Minimum percentage above the fee of the displaced transaction. */
  readonly raisePercent: number;
  readonly gas: bigint;
  /** Maximum fee of the whole transaction in wei. Undefined: no limit. */
  readonly feeMax: bigint | undefined;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Nodes require a replacement to pay at least 10 % more. An eighth plus one leaves room for rounding. */
const displacing = (fee: bigint): bigint => fee + fee / 8n + 1n;
const raised = (fee: bigint, percent: number): bigint =>
  larger(displacing(fee), fee + (fee * BigInt(percent)) / 100n);

/**
 * Returns the fees to offer. They leave room for the base fee to double before inclusion; it rises by at most an eighth per block. They
 * also exceed the fees of a displaced transaction. If the limit is lower, the fees are cut down to the limit.
 *
 * @throws ChainError FEE_ABOVE_LIMIT if the fee that is needed now exceeds the limit
 */
export async function feesFor(client: PublicClient, question: FeeQuestion): Promise<Fees> {
  const { replaced, raisePercent, gas, feeMax } = question;
  const [block, tip] = await ask(Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]));
  const base = block.baseFeePerGas ?? 0n;
  let needed: Fees = { maxFeePerGas: base + tip, maxPriorityFeePerGas: tip };
  let wanted: Fees = { maxFeePerGas: 2n * base + tip, maxPriorityFeePerGas: tip };
  if (replaced) {
    needed = above(needed, replaced, displacing);
    wanted = above(wanted, replaced, (fee) => raised(fee, raisePercent));
  }
  if (feeMax === undefined || gas === 0n) return wanted;
  const limit = feeMax / gas;
  if (needed.maxFeePerGas > limit || needed.maxPriorityFeePerGas > limit) {
    throw ChainError.because(
      "FEE_ABOVE_LIMIT",
      "the network's fee exceeds the configured maximum for one transfer",
    );
  }
  return {
    maxFeePerGas: smaller(wanted.maxFeePerGas, limit),
    maxPriorityFeePerGas: smaller(wanted.maxPriorityFeePerGas, limit),
  };
}

const above = (fees: Fees, replaced: SignedTransaction, by: (fee: bigint) => bigint): Fees => ({
  maxFeePerGas: larger(fees.maxFeePerGas, by(replaced.maxFeePerGas)),
  maxPriorityFeePerGas: larger(fees.maxPriorityFeePerGas, by(replaced.maxPriorityFeePerGas)),
});
