import { type Account, accountOf } from "../ledger/ledger.ts";
import type { Payment } from "../payment/payment.ts";

/** A merchant's money in one asset type by account, in minor units. */
export interface MerchantFunds {
  /** Money that is not yet in a payout. */
  readonly merchant: bigint;
  /** Money in payouts that are not final. */
  readonly clearing: bigint;
  /** Money in final payouts. */
  readonly settled: bigint;
}

/** Returns the account that paid a completed payment and that receives its refunds. */
export function payerOf({ walletId, assetTypeId }: Payment): Account {
  if (!walletId) throw new Error("a payment that is not completed has no payer");
  return accountOf("wallet", walletId, assetTypeId);
}

/** Returns all money that a refund can use. */
export function fundsTotal({ merchant, clearing, settled }: MerchantFunds): bigint {
  return merchant + clearing + settled;
}

/**
 * Divides a refund between the merchant's accounts.
 * The refund first takes money that is not paid out, then money that is.
 * Money in transit comes last, so that a payout is rarely less than its transfer.
 * A later settlement nets the amounts that come from `clearing` and `settled`.
 *
 * @param amount at most the total
 */
export function refundSources(amount: bigint, funds: MerchantFunds): MerchantFunds {
  const merchant = least(amount, funds.merchant);
  const settled = least(amount - merchant, funds.settled);
  return { merchant, settled, clearing: amount - merchant - settled };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
