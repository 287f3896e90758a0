import { idOf } from "../../domain/identifier/identifier.ts";
import type { Payment, PaymentFailureReason, PaymentStatus } from "../../domain/payment/payment.ts";
import { bigintOf, type Row } from "../database.ts";

/** Columns that make a payment. */
export const paymentColumns = `merchant_id, payment_id, asset_type_id, amount, status, failure_reason, reference, nonce, wallet_id,
  transaction_id, refunded_amount, created_at, expires_at, ended_at, version, description, order_reference, metadata, device_id`;

/** A row with those columns as the domain's payment. */
export function paymentOf(row: Row): Payment {
  return {
    paymentId: idOf("payment", row.payment_id),
    merchantId: idOf("merchant", row.merchant_id),
    assetTypeId: idOf("assetType", row.asset_type_id),
    amount: bigintOf(row.amount),
    status: row.status as PaymentStatus,
    nonce: (row.nonce as Buffer).toString("base64url"),
    refundedAmount: bigintOf(row.refunded_amount),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    version: row.version as number,
    ...(row.failure_reason ? { failureReason: row.failure_reason as PaymentFailureReason } : {}),
    ...(row.reference ? { reference: row.reference } : {}),
    ...(row.wallet_id ? { walletId: idOf("wallet", row.wallet_id) } : {}),
    ...(row.transaction_id ? { transactionId: idOf("transaction", row.transaction_id) } : {}),
    ...(row.ended_at ? { endedAt: row.ended_at } : {}),
    ...(row.description ? { description: row.description } : {}),
    ...(row.order_reference ? { orderReference: row.order_reference } : {}),
    ...(row.device_id ? { deviceId: idOf("device", row.device_id) } : {}),
    ...(row.metadata ? { metadata: row.metadata as Record<string, string> } : {}),
  };
}
