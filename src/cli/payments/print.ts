import type { components } from "../../../clients/typescript/src/index.ts";
import { jsonText } from "../output/plain.ts";
import { printRows } from "../output/table.ts";

type Payment = components["schemas"]["Payment"];

/** The status of a payment, with the reason of a failure. */
export const statusOf = ({ status, failureReason }: Payment): string =>
  failureReason ? `${status} ${failureReason}` : status;

/** Prints a payment. */
export function printPayment(payment: Payment, json = false): void {
  if (json) return console.log(jsonText(payment));
  const metadata = Object.entries(payment.metadata ?? {}).map(([key, value]) => `${key}=${value}`);
  printRows({
    payment: payment.paymentId,
    status: statusOf(payment),
    amount: `${payment.amount} ${payment.assetType}`,
    refunded: payment.refundedAmount === "0" ? undefined : payment.refundedAmount,
    merchant: payment.merchantId,
    device: payment.deviceId,
    description: payment.description,
    order: payment.orderReference,
    metadata: metadata.join(" "),
    reference: payment.reference,
    transaction: payment.transactionId,
    created: payment.createTime,
    expires: payment.status === "pending" ? payment.expireTime : undefined,
    ended: payment.endTime,
  });
}
