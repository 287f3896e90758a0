import type { Payment } from "../payment/payment.ts";
import { Refused } from "../refused.ts";

/** The publisher's policy on refunds of an asset type. */
export interface RefundPolicy {
  readonly refundable: boolean;
  /** Seconds after the payment; 0 = without limit. */
  readonly windowSeconds: number;
}

/** Why a refund is not eligible, in the order in which it is checked. */
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
  ALREADY_REFUNDED: "The whole paid amount has been refunded already.",
  REFUND_EXCEEDS_PAID: "The refund is above what is still refundable of this payment.",
  MERCHANT_BALANCE_SHORT: "The merchant's balance does not cover the refund.",
};

/** What a refund is judged by. Amounts are minor units. */
export interface RefundCase {
  readonly payment: Payment;
  readonly policy: RefundPolicy;
  /** What is to be given back; without one the question is whether anything can be. */
  readonly amount?: bigint;
  /** What the merchant holds in the asset type, settled or not. */
  readonly merchantBalance: bigint;
  readonly now: Date;
}

/** The verdict on a refund. */
export interface Eligibility {
  readonly allowed: boolean;
  /** The most that can be given back now, minor units. */
  readonly maximum: bigint;
  /** Everything that stands against it, in the order of the check. */
  readonly reasons: readonly RefundRefusal[];
  /** When the policy's window closes; absent when it never does or has not opened. */
  readonly windowEnd?: Date;
}

/** Judges a refund: by this rule it is made or refused, and by the same one a dry run answers. */
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

/** The last moment at which the window is open. */
function windowEndOf({ status, endedAt }: Payment, { windowSeconds }: RefundPolicy): Date | undefined {
  if (status !== "completed" || !endedAt || windowSeconds === 0) return undefined;
  return new Date(endedAt.getTime() + windowSeconds * 1000);
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
