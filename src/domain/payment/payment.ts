import { newId } from "../identifier/identifier.ts";
import { newNonce } from "../nonce.ts";
import { Refused } from "../refused.ts";
import type { PaymentDetails } from "./details.ts";

/**
 * State of a payment. `pending` → completed, by the wallet's authorisation. `pending` → cancelled, by the merchant.
 * `pending` → failed, on expiry, when a wallet declines, or when a presented wallet holds too little.
 * All states except `pending` are terminal.
 */
export const paymentStatuses = ["pending", "completed", "failed", "cancelled"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Reason that a payment failed:
 * - `EXPIRED`: nobody paid it in time.
 * - `DECLINED`: the holder of a wallet declined.
 * - `INSUFFICIENT_FUNDS`: a wallet was presented at a terminal, and its balance was too low.
 */
export type PaymentFailureReason = "EXPIRED" | "DECLINED" | "INSUFFICIENT_FUNDS";

/** A merchant's request to be paid. Amounts are minor units of the asset type. */
export interface Payment extends PaymentDetails {
  readonly paymentId: string;
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly amount: bigint;
  readonly status: PaymentStatus;
  readonly failureReason?: PaymentFailureReason;
  readonly reference?: string;
  /** The wallet's authorisation must sign this value, base64url of 16 bytes. */
  readonly nonce: string;
  /** The wallet that paid or declined the payment. */
  readonly walletId?: string;
  readonly transactionId?: string;
  readonly refundedAmount: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt?: Date;
  /** Number of the payment's version, from 1. Grows with each change. */
  readonly version: number;
  /** The merchant's terminal that requested the payment. */
  readonly deviceId?: string;
}

/** Makes a new pending payment with its own identifier and nonce. The payment expires after `ttlSeconds`. */
export function newPayment(
  asked: Pick<Payment, "merchantId" | "assetTypeId" | "amount" | "deviceId"> & PaymentDetails,
  now: Date,
  ttlSeconds: number,
): Payment {
  return {
    ...asked,
    paymentId: newId("payment"),
    status: "pending",
    nonce: newNonce(16).toString("base64url"),
    refundedAmount: 0n,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlSeconds * 1000),
    version: 1,
  };
}

/**
 * Tells whether a pending payment has expired. An expired payment can no longer be paid, even before the expiry worker records the expiry.
 */
function isExpired(payment: Payment, now: Date): boolean {
  return payment.status === "pending" && payment.expiresAt.getTime() <= now.getTime();
}

/** Returns the payment with a change and the next version. */
function changed(payment: Payment, change: Partial<Payment>): Payment {
  return { ...payment, ...change, version: payment.version + 1 };
}

/** pending → completed. @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED */
export function complete(
  payment: Payment,
  by: { walletId: string; transactionId: string },
  now: Date,
): Payment {
  requirePending(payment, now);
  return changed(payment, { ...by, status: "completed", endedAt: now });
}

/** pending → cancelled. Returns a cancelled payment unchanged. @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED */
export function cancel(payment: Payment, now: Date): Payment {
  if (payment.status === "cancelled") return payment;
  requirePending(payment, now);
  return changed(payment, { status: "cancelled", endedAt: now });
}

/**
 * pending → failed, reason EXPIRED. `endedAt` is the time of expiry, whenever the expiry is recorded.
 * The caller must have checked that this time is over.
 */
export function expire(payment: Payment): Payment {
  return changed(payment, { status: "failed", failureReason: "EXPIRED", endedAt: payment.expiresAt });
}

/**
 * pending → failed, reason DECLINED. Returns a payment that this wallet has already declined unchanged.
 *
 * @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED
 */
export function decline(payment: Payment, walletId: string, now: Date): Payment {
  if (payment.failureReason === "DECLINED" && payment.walletId === walletId) return payment;
  requirePending(payment, now);
  return changed(payment, { walletId, status: "failed", failureReason: "DECLINED", endedAt: now });
}

/** pending → failed, reason INSUFFICIENT_FUNDS: the balance of the presented wallet is too low. */
export function fallShort(payment: Payment, walletId: string, now: Date): Payment {
  return changed(payment, { walletId, status: "failed", failureReason: "INSUFFICIENT_FUNDS", endedAt: now });
}

/** Returns the payment with its reference. A payment that has a reference keeps it. */
export function withReference(payment: Payment, reference: string): Payment {
  return payment.reference ? payment : changed(payment, { reference });
}

/** Returns the payment after a refund of a part of it. */
export function afterRefund(payment: Payment, amount: bigint): Payment {
  return changed(payment, { refundedAmount: payment.refundedAmount + amount });
}

/** Checks that the payment can still be paid. @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED */
export function requirePending(payment: Payment, now: Date): void {
  if (payment.failureReason === "EXPIRED" || isExpired(payment, now))
    throw new Refused("PAYMENT_EXPIRED", "The payment has expired.");
  if (payment.status !== "pending")
    throw new Refused("PAYMENT_NOT_PENDING", `The payment is ${payment.status}.`);
}
