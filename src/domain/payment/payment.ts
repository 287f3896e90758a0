import { randomBytes } from "node:crypto";
import { newId } from "../identifier/identifier.ts";
import { Refused } from "../refused.ts";

/**
 * State of a payment. `pending` → completed by the wallet's authorisation, cancelled by the merchant, failed on expiry;
 * the other three are terminal.
 */
export type PaymentStatus = "pending" | "completed" | "failed" | "cancelled";

/** Why a payment failed. */
export type PaymentFailureReason = "EXPIRED";

/** A merchant's request to be paid. Amounts are minor units of the asset type. */
export interface Payment {
  readonly paymentId: string;
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly amount: bigint;
  readonly status: PaymentStatus;
  readonly failureReason?: PaymentFailureReason;
  readonly reference?: string;
  /** What the wallet's authorisation has to sign, base64url of 16 bytes. */
  readonly nonce: string;
  readonly walletId?: string;
  readonly transactionId?: string;
  readonly refundedAmount: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt?: Date;
}

/** A new payment: pending, with an identifier and a nonce of its own, until so many seconds from now. */
export function newPayment(
  asked: Pick<Payment, "merchantId" | "assetTypeId" | "amount">,
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
  };
}

/** True when a pending payment's time is over: it can no longer be paid, even before the expiry worker has come by. */
export function isExpired(payment: Payment, now: Date): boolean {
  return payment.status === "pending" && payment.expiresAt.getTime() <= now.getTime();
}

/** pending → completed. @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED */
export function complete(
  payment: Payment,
  by: { walletId: string; transactionId: string },
  now: Date,
): Payment {
  requirePending(payment, now);
  return { ...payment, ...by, status: "completed", endedAt: now };
}

/** pending → cancelled; an already cancelled payment is returned as it is. @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED */
export function cancel(payment: Payment, now: Date): Payment {
  if (payment.status === "cancelled") return payment;
  requirePending(payment, now);
  return { ...payment, status: "cancelled", endedAt: now };
}

/** pending → failed, reason EXPIRED. The caller has made sure that its time is over. */
export function expire(payment: Payment, now: Date): Payment {
  return { ...payment, status: "failed", failureReason: "EXPIRED", endedAt: now };
}

/** @throws Refused PAYMENT_NOT_PENDING, PAYMENT_EXPIRED unless the payment can still be paid. */
export function requirePending(payment: Payment, now: Date): void {
  if (payment.status !== "pending")
    throw new Refused("PAYMENT_NOT_PENDING", `The payment is ${payment.status}.`);
  if (isExpired(payment, now)) throw new Refused("PAYMENT_EXPIRED", "The payment has expired.");
}
