import type { Payment } from "../payment/payment.ts";
import { Refused } from "../refused.ts";

/** The publisher's policy on refunds of an asset type. */
export interface RefundPolicy {
  readonly refundable: boolean;
  /** Seconds after the payment. 0 means no limit. */
  readonly windowSeconds: number;
}

/** Reasons that a refund is not eligible, in the order of the checks. */
const refundRefusals = [
  "ORIGINAL_NOT_A_PAYMENT",
  "REFUNDS_NOT_SUPPORTED",
  "REFUND_WINDOW_CLOSED",
  "ALREADY_REFUNDED",
  "REFUND_EXCEEDS_PAID",
  "MERCHANT_BALANCE_SHORT",
] as const;
export type RefundRefusal = (typeof refundRefusals)[number];

const messages: Record<RefundRefusal, string> = {
  ORIGINAL_NOT_A_PAYMENT: "Only a completed payment can be refunded.",
  REFUNDS_NOT_SUPPORTED: "The publisher's policy does not support refunds.",
  REFUND_WINDOW_CLOSED: "The publisher's refund window is over.",
  ALREADY_REFUNDED: "The whole payment has already been refunded.",
  REFUND_EXCEEDS_PAID: "The refund exceeds the amount of this payment that is not yet refunded.",
  MERCHANT_BALANCE_SHORT: "The merchant's balance does not cover the refund.",
};

/** The facts that decide about a refund. Amounts are in minor units. */
export interface RefundCase {
  readonly payment: Payment;
  readonly policy: RefundPolicy;
  /** The amount to refund. If absent, the check is whether any amount can be refunded. */
  readonly amount?: bigint;
  /** The merchant's total in the asset type, settled or not. */
  readonly merchantBalance: bigint;
  readonly now: Date;
}

/** The verdict on a refund. */
export interface Eligibility {
  readonly allowed: boolean;
  /** Maximum amount that can be refunded now, in minor units. */
  readonly maximum: bigint;
  /** All reasons against the refund, in the order of the checks. */
  readonly reasons: readonly RefundRefusal[];
  /** End of the policy's window. Absent when the window has no end or has not opened. */
  readonly windowEnd?: Date;
}

/** Judges a refund. Refunds and dry runs share this rule. */
export function eligibility({ payment, policy, amount, merchantBalance, now }: RefundCase): Eligibility {
  const windowEnd = windowEndOf(payment, policy);
  const left = payment.status === "completed" ? payment.amount - payment.refundedAmount : 0n;
  const completed = payment.status === "completed";
  const open = windowEnd === undefined || now <= windowEnd;
  const wanted = amount ?? 1n;
  const against: Record<RefundRefusal, boolean> = {
    ORIGINAL_NOT_A_PAYMENT: !completed,
    REFUNDS_NOT_SUPPORTED: !policy.refundable,
    REFUND_WINDOW_CLOSED: !open,
    ALREADY_REFUNDED: completed && left === 0n,
    REFUND_EXCEEDS_PAID: left > 0n && wanted > left,
    MERCHANT_BALANCE_SHORT: wanted > merchantBalance,
  };
  const reasons = refundRefusals.filter((reason) => against[reason]);
  const possible = completed && policy.refundable && open;
  return {
    allowed: reasons.length === 0,
    maximum: possible ? smaller(left, merchantBalance) : 0n,
    reasons,
    ...(windowEnd ? { windowEnd } : {}),
  };
}

/** @throws Refused with the first reason against the refund */
export function requireEligible(asked: RefundCase): void {
  const [reason] = eligibility(asked).reasons;
  if (reason) throw new Refused(reason, messages[reason]);
}

/** Returns the last moment of the window. */
function windowEndOf({ status, endedAt }: Payment, { windowSeconds }: RefundPolicy): Date | undefined {
  if (status !== "completed" || !endedAt || windowSeconds === 0) return undefined;
  return new Date(endedAt.getTime() + windowSeconds * 1000);
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
