// What a transaction offers to pay: for its signature, and for its place (https://solana.com/docs/core/fees).
import type { Address } from "@solana/kit";
import { ChainError } from "../error.ts";
import type { CheckedNode } from "./node.ts";
import { COMPUTE_UNITS, type SignedTransaction } from "./transaction.ts";

/** What the network charges for a signature, in lamports. */
const SIGNATURE_FEE = 5000n;
/** Millionths of a lamport for a compute unit, at least: a transfer that pays nothing for its place may wait long. */
const PRICE_MIN = 1000n;
/** Bounds what a busy moment can cost: 0.012 SOL. */
const PRICE_MAX = 100_000_000n;
const MILLION = 1_000_000n;

export interface FeeQuestion {
  /** Token account that the amount leaves: others that use it at the same time compete for its place. */
  readonly source: Address;
  /** What is to be displaced. */
  readonly replaced: SignedTransaction | undefined;
  /** By how much more it pays at least. */
  readonly raisePercent: number;
  /** Lamports for the whole transaction, rent not counted; undefined = anything. */
  readonly feeMax: bigint | undefined;
}

/** Lamports that a transaction of this price costs. */
export const feeOf = (price: bigint): bigint =>
  SIGNATURE_FEE + (price * BigInt(COMPUTE_UNITS) + MILLION - 1n) / MILLION;

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * The price of a compute unit: what three of four others have paid lately, and above what is replaced; less where the limit asks for it.
 * @throws ChainError FEE_ABOVE_LIMIT when what is needed now is above the limit
 */
export async function priceFor(node: CheckedNode, question: FeeQuestion): Promise<bigint> {
  const { source, replaced, raisePercent, feeMax } = question;
  const recent = await node.ask((await node.rpc()).getRecentPrioritizationFees([source]));
  const paid = recent
    .map(({ prioritizationFee }) => BigInt(prioritizationFee))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const usual = smaller(larger(paid[Math.floor((paid.length * 3) / 4)] ?? 0n, PRICE_MIN), PRICE_MAX);
  // The network has no rule for how much more a replacement pays; it takes the dearer of two that it sees.
  const needed = replaced ? replaced.price + 1n : 0n;
  const raised = replaced
    ? replaced.price + (replaced.price * BigInt(Math.max(raisePercent, 25))) / 100n
    : 0n;
  const wanted = larger(usual, larger(needed, raised));
  if (feeMax === undefined) return wanted;
  const limit = feeMax < SIGNATURE_FEE ? -1n : ((feeMax - SIGNATURE_FEE) * MILLION) / BigInt(COMPUTE_UNITS);
  if (needed > limit) {
    throw ChainError.because("FEE_ABOVE_LIMIT", "the network asks for more than one transfer may cost");
  }
  return smaller(wanted, limit);
}
