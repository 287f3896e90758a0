import type { Payment } from "../payment/payment.ts";
import { Refused } from "../refused.ts";

/** State of a refund: `pending` → completed | failed, both terminal. */
export type RefundStatus = "pending" | "completed" | "failed";

/** Money given back for a completed payment. */
export interface Refund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly originalTransactionId: string;
  readonly amount: bigint;
  readonly reason: string;
  readonly status: RefundStatus;
  readonly transactionId?: string;
  readonly createdAt: Date;
  readonly endedAt?: Date;
}

/** The publisher's policy on refunds of an asset type. */
export interface RefundPolicy {
  readonly refundable: boolean;
  /** Seconds after the payment; 0 = without limit. */
  readonly windowSeconds: number;
}

/** How much of a payment can still be refunded, in minor units. */
export function refundableAmount(payment: Payment): bigint {
  return payment.status === "completed" ? payment.amount - payment.refundedAmount : 0n;
}

/**
 * Checks eligibility, in the documented order: payment, policy, window, amount, balance.
 *
 * @param merchantBalance what the merchant holds in this asset type, minor units
 * @throws Refused ORIGINAL_NOT_A_PAYMENT, REFUNDS_NOT_SUPPORTED, REFUND_WINDOW_CLOSED, REFUND_EXCEEDS_PAID, MERCHANT_BALANCE_SHORT
 */
export function requireEligible(
  payment: Payment,
  policy: RefundPolicy,
  amount: bigint,
  merchantBalance: bigint,
  now: Date,
): void {
  if (payment.status !== "completed" || !payment.endedAt)
    throw new Refused("ORIGINAL_NOT_A_PAYMENT", "Only a completed payment can be refunded.");
  if (!policy.refundable)
    throw new Refused("REFUNDS_NOT_SUPPORTED", "The publisher's policy does not support refunds.");
  const ageMs = now.getTime() - payment.endedAt.getTime();
  if (policy.windowSeconds > 0 && ageMs > policy.windowSeconds * 1000)
    throw new Refused("REFUND_WINDOW_CLOSED", "The publisher's refund window is over.");
  if (amount > refundableAmount(payment))
    throw new Refused("REFUND_EXCEEDS_PAID", "The refund is above what is still refundable of this payment.");
  if (amount > merchantBalance)
    throw new Refused("MERCHANT_BALANCE_SHORT", "The merchant's balance does not cover the refund.");
}
