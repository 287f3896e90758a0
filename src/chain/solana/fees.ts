// Computes the fee that a transaction offers: for its signature, and for its priority (https://solana.com/docs/core/fees).
import type { Address } from "@solana/kit";
import { ChainError } from "../error.ts";
import type { CheckedNode } from "./node.ts";
import { COMPUTE_UNITS, type SignedTransaction } from "./transaction.ts";

/** Fee of the network for one signature, in lamports. */
const SIGNATURE_FEE = 5000n;
/** Minimum price of a compute unit in millionths of a lamport. A transfer that offers nothing may wait long. */
const PRICE_MIN = 1000n;
/** Maximum price of a compute unit. It limits the fee in a busy moment to 0.012 SOL. */
const PRICE_MAX = 100_000_000n;
const MILLION = 1_000_000n;

export interface FeeQuestion {
  /** Token account that the amount leaves. Transactions that use this account at the same time compete with the transfer. */
  readonly source: Address;
  /** The transaction that the new one displaces. */
  readonly replaced: SignedTransaction | undefined;
  /** Minimum percentage above the price of the displaced transaction. */
  readonly raisePercent: number;
  /** Maximum fee of the whole transaction in lamports, without rent. Undefined: no limit. */
  readonly feeMax: bigint | undefined;
}

/** Returns the fee in lamports of a transaction with this price. */
export const feeOf = (price: bigint): bigint =>
  SIGNATURE_FEE + (price * BigInt(COMPUTE_UNITS) + MILLION - 1n) / MILLION;

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Returns the price of a compute unit. It is the third quartile of the recent prices, within the bounds above, and exceeds the price of a
 * displaced transaction. If the limit is lower, the price is cut down to the limit.
 * @throws ChainError FEE_ABOVE_LIMIT if the price that is needed now exceeds the limit
 */
export async function priceFor(node: CheckedNode, question: FeeQuestion): Promise<bigint> {
  const { source, replaced, raisePercent, feeMax } = question;
  const recent = await node.ask((await node.rpc()).getRecentPrioritizationFees([source]));
  const paid = recent
    .map(({ prioritizationFee }) => BigInt(prioritizationFee))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const usual = smaller(larger(paid[Math.floor((paid.length * 3) / 4)] ?? 0n, PRICE_MIN), PRICE_MAX);
  // The network has no rule for the price of a replacement. It takes the transaction with the higher price.
  const needed = replaced ? replaced.price + 1n : 0n;
  const raised = replaced
    ? replaced.price + (replaced.price * BigInt(Math.max(raisePercent, 25))) / 100n
    : 0n;
  const wanted = larger(usual, larger(needed, raised));
  if (feeMax === undefined) return wanted;
  const limit = feeMax < SIGNATURE_FEE ? -1n : ((feeMax - SIGNATURE_FEE) * MILLION) / BigInt(COMPUTE_UNITS);
  if (needed > limit) {
    throw ChainError.because(
      "FEE_ABOVE_LIMIT",
      "the network's fee exceeds the configured maximum for one transfer",
    );
  }
  return smaller(wanted, limit);
}
