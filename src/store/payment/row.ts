import { idOf } from "../../domain/identifier/identifier.ts";
import { expire, type Payment, type PaymentFailureReason } from "../../domain/payment/payment.ts";
import { type Row } from "../database.ts";

/** The stored columns of a payment. */
const storedColumns = `merchant_id, payment_id, asset_type_id, amount, status, failure_reason, reference, nonce, wallet_id,
  transaction_id, refunded_amount, created_at, expires_at, ended_at, version, description, order_reference, metadata, device_id`;

/** SQL condition: the payment has expired by the business time of the transaction. */
export const timeIsOver =
  "expires_at <= (select now() + make_interval(secs => offset_seconds) from business_clock)";

/** Columns of a payment: the stored columns, and `expired` for a payment that is pending although it has expired. */
export const paymentColumns = `${storedColumns}, status = 'pending' and ${timeIsOver} as expired`;

/**
 * Returns the query that locks payments. The query decides expiry after it has the lock. A transaction that began in time can then no
 * longer complete a payment that was shown as expired.
 *
 * @param which condition and order @param strength strength of the lock
 */
export const lockQuery = (which: string, strength: string): string =>
  `select ${storedColumns}, status = 'pending'
     and expires_at <= clock_timestamp() + make_interval(secs => (select offset_seconds from business_clock)) as expired
   from (select ${storedColumns} from payment where ${which} for ${strength}) locked`;

export type PaymentRow = Row<"payment", typeof storedColumns> & { readonly expired: boolean };

/** Converts a row to a payment. An expired payment is returned as failed, even when the failure is not recorded yet. */
export function paymentOf(row: PaymentRow): Payment {
  return row.expired ? expire(storedPayment(row)) : storedPayment(row);
}

function storedPayment(row: PaymentRow): Payment {
  return {
    paymentId: idOf("payment", row.payment_id),
    merchantId: idOf("merchant", row.merchant_id),
    assetTypeId: idOf("assetType", row.asset_type_id),
    amount: BigInt(row.amount),
    status: row.status,
    nonce: row.nonce.toString("base64url"),
    refundedAmount: BigInt(row.refunded_amount),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    version: row.version,
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
