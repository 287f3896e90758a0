import { randomBytes } from "node:crypto";
import { newId } from "../identifier/identifier.ts";
import { Refused } from "../refused.ts";
import type { PaymentDetails } from "./details.ts";

/**
 * State of a payment. `pending` → completed by the wallet's authorisation, cancelled by the merchant, failed on expiry or when a
 * wallet declines; the other three are terminal.
 */
export type PaymentStatus = "pending" | "completed" | "failed" | "cancelled";

/**
 * Why a payment failed: nobody paid it in time; the holder of a wallet said no; it was presented at a terminal by a wallet that held
 * too little.
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
  /** What the wallet's authorisation has to sign, base64url of 16 bytes. */
  readonly nonce: string;
  /** Who paid it, or declined to. */
  readonly walletId?: string;
  readonly transactionId?: string;
  readonly refundedAmount: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt?: Date;
  /** Counts its changes, from 1. */
  readonly version: number;
  /** The merchant's terminal that asked for it. */
  readonly deviceId?: string;
}

/** A new payment: pending, with an identifier and a nonce of its own, until so many seconds from now. */
export function newPayment(
  asked: Pick<Payment, "merchantId" | "assetTypeId" | "amount" | "deviceId"> & PaymentDetails,
  now: Date,
  ttlSeconds: number,
): Payment {
  return {
    ...asked,
    paymentId: newId("payment"),
    status: "pending",
    nonce: randomBytes(16).toString("base64url"),
    refundedAmount: 0n,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ttlSeconds * 1000),
    version: 1,
  };
}

/** True when a pending payment's time is over: it can no longer be paid, even before the expiry worker has come by. */
function isExpired(payment: Payment, now: Date): boolean {
  return payment.status === "pending" && payment.expiresAt.getTime() <= now.getTime();
}

/** The payment with a change, which makes it another version. */
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

/** pending → cancelled; an already cancelled payment is returned as it is. @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED */
export function cancel(payment: Payment, now: Date): Payment {
  if (payment.status === "cancelled") return payment;
  requirePending(payment, now);
  return changed(payment, { status: "cancelled", endedAt: now });
}

/**
 * pending → failed, reason EXPIRED, at the time until which it could be paid. The caller has made sure that this time is over: from
 * then on it is so, whenever it is recorded.
 */
export function expire(payment: Payment): Payment {
  return changed(payment, { status: "failed", failureReason: "EXPIRED", endedAt: payment.expiresAt });
}

/**
 * pending → failed, reason DECLINED; one that this wallet has declined already is returned as it is.
 *
 * @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED
 */
export function decline(payment: Payment, walletId: string, now: Date): Payment {
  if (payment.failureReason === "DECLINED" && payment.walletId === walletId) return payment;
  requirePending(payment, now);
  return changed(payment, { walletId, status: "failed", failureReason: "DECLINED", endedAt: now });
}

/** pending → failed, reason INSUFFICIENT_FUNDS: this wallet was presented, and holds too little. */
export function fallShort(payment: Payment, walletId: string, now: Date): Payment {
  return changed(payment, { walletId, status: "failed", failureReason: "INSUFFICIENT_FUNDS", endedAt: now });
}

/** The payment with its reference; a payment has one. */
export function withReference(payment: Payment, reference: string): Payment {
  return payment.reference ? payment : changed(payment, { reference });
}

/** The payment after a part of it was given back. */
export function afterRefund(payment: Payment, amount: bigint): Payment {
  return changed(payment, { refundedAmount: payment.refundedAmount + amount });
}

/** @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED unless the payment can still be paid. */
export function requirePending(payment: Payment, now: Date): void {
  if (payment.failureReason === "EXPIRED" || isExpired(payment, now))
    throw new Refused("PAYMENT_EXPIRED", "The payment has expired.");
  if (payment.status !== "pending")
    throw new Refused("PAYMENT_NOT_PENDING", `The payment is ${payment.status}.`);
}
