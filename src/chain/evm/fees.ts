// What a transaction offers to pay (EIP-1559).
import type { PublicClient } from "viem";
import { ChainError } from "../error.ts";
import { ask } from "./node.ts";
import type { SignedTransaction } from "./transaction.ts";

/** Wei for each unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface FeeQuestion {
  /** What is to be displaced. */
  readonly replaced: SignedTransaction | undefined;
  /** By how much more it pays at least. */
  readonly raisePercent: number;
  readonly gas: bigint;
  /** Wei for the whole transaction; undefined = anything. */
  readonly feeMax: bigint | undefined;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Nodes take a replacement that pays at least a tenth more; an eighth and one leave room for rounding. */
const displacing = (fee: bigint): bigint => fee + fee / 8n + 1n;
const raised = (fee: bigint, percent: number): bigint =>
  larger(displacing(fee), fee + (fee * BigInt(percent)) / 100n);

/**
 * Room for the base fee to double before inclusion (at most an eighth more per block), and above what is replaced; less room where
 * the limit asks for it.
 *
 * @throws ChainError FEE_ABOVE_LIMIT when what is needed now is above the limit
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
    throw ChainError.because("FEE_ABOVE_LIMIT", "the network asks for more than one transfer may cost");
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
