import { type Account, accountOf } from "../ledger/ledger.ts";
import type { Payment } from "../payment/payment.ts";

/** What a merchant has in one asset type, minor units, by where it is. */
export interface MerchantFunds {
  /** Not yet being paid out. */
  readonly merchant: bigint;
  /** Being paid out, and not final. */
  readonly clearing: bigint;
  /** Paid out. */
  readonly settled: bigint;
}

/** The account that a completed payment was paid from, and that its refunds go to. */
export function payerOf({ walletId, assetTypeId }: Payment): Account {
  if (!walletId) throw new Error("a payment that nobody has paid has no payer");
  return accountOf("wallet", walletId, assetTypeId);
}

/** All that a refund can come out of. */
export function fundsTotal({ merchant, clearing, settled }: MerchantFunds): bigint {
  return merchant + clearing + settled;
}

/**
 * What a refund takes from where: first what is not paid out, then what is, and what is on its way only when the others are too
 * little, so that a payout is rarely less than its transfer. What it takes from the latter two is netted with a later settlement.
 *
 * @param amount at most the total
 */
export function refundSources(amount: bigint, funds: MerchantFunds): MerchantFunds {
  const merchant = least(amount, funds.merchant);
  const settled = least(amount - merchant, funds.settled);
  return { merchant, settled, clearing: amount - merchant - settled };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
