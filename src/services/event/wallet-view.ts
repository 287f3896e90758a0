import type { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { Payment } from "../../../gen/ts/pda/payment/v1/payment.ts";
import type { Refund } from "../../../gen/ts/pda/payment/v1/refund.ts";

/**
 * Returns what the holder of a wallet sees of an event's resource: what PaymentRequest and WalletTransaction show. Fields are named one by one,
 * so that a field that is added to a resource is not shown to holders unnoticed.
 *
 * @throws Error for a resource that no wallet sees
 */
export function walletView({ subject }: EventData): EventData {
  switch (subject?.$case) {
    case "payment":
      return { subject: { $case: "payment", value: paymentOf(subject.value) } };
    case "refund":
      return { subject: { $case: "refund", value: refundOf(subject.value) } };
    case "webhook":
    case "webhookVerification":
      return { subject };
    default:
      throw new Error(`a wallet does not see an event about ${subject?.$case}`);
  }
}

function paymentOf(payment: Payment): Payment {
  return {
    paymentId: payment.paymentId,
    merchantId: payment.merchantId,
    amount: payment.amount,
    assetType: payment.assetType,
    status: payment.status,
    failureReason: payment.failureReason,
    reference: payment.reference,
    transactionId: payment.transactionId,
    refundedAmount: payment.refundedAmount,
    createTime: payment.createTime,
    expireTime: payment.expireTime,
    endTime: payment.endTime,
    description: payment.description,
    metadata: {},
    version: 0,
  };
}

/** The reason is a text between the merchant and the service. */
function refundOf(refund: Refund): Refund {
  return {
    refundId: refund.refundId,
    originalTransaction: refund.originalTransaction,
    paymentId: refund.paymentId,
    merchantId: refund.merchantId,
    refundAmount: refund.refundAmount,
    assetType: refund.assetType,
    reason: "",
    status: refund.status,
    transactionId: refund.transactionId,
    createTime: refund.createTime,
    endTime: refund.endTime,
  };
}
