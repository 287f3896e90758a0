import * as proto from "../../../gen/ts/pda/payment/v1/payment.ts";
import * as refundProto from "../../../gen/ts/pda/payment/v1/refund.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { Payment, PaymentFailureReason, PaymentStatus } from "../../domain/payment/payment.ts";
import type { RefundRefusal } from "../../domain/refund/eligibility.ts";
import type { Refund, RefundStatus } from "../../domain/refund/refund.ts";
import { wordOf } from "../contract/enum.ts";
import { timestamp } from "../contract/timestamp.ts";

const status: Record<PaymentStatus, proto.PaymentStatus> = {
  pending: proto.PaymentStatus.PAYMENT_STATUS_PENDING,
  completed: proto.PaymentStatus.PAYMENT_STATUS_COMPLETED,
  failed: proto.PaymentStatus.PAYMENT_STATUS_FAILED,
  cancelled: proto.PaymentStatus.PAYMENT_STATUS_CANCELLED,
};

const failureReason: Record<PaymentFailureReason, proto.PaymentFailureReason> = {
  EXPIRED: proto.PaymentFailureReason.PAYMENT_FAILURE_REASON_EXPIRED,
  DECLINED: proto.PaymentFailureReason.PAYMENT_FAILURE_REASON_DECLINED,
  INSUFFICIENT_FUNDS: proto.PaymentFailureReason.PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS,
};

const refundStatus: Record<RefundStatus, refundProto.RefundStatus> = {
  pending: refundProto.RefundStatus.REFUND_STATUS_PENDING,
  completed: refundProto.RefundStatus.REFUND_STATUS_COMPLETED,
  failed: refundProto.RefundStatus.REFUND_STATUS_FAILED,
};

const refundRefusal: Record<RefundRefusal, refundProto.RefundRefusal> = {
  ORIGINAL_NOT_A_PAYMENT: refundProto.RefundRefusal.REFUND_REFUSAL_ORIGINAL_NOT_A_PAYMENT,
  REFUNDS_NOT_SUPPORTED: refundProto.RefundRefusal.REFUND_REFUSAL_REFUNDS_NOT_SUPPORTED,
  REFUND_WINDOW_CLOSED: refundProto.RefundRefusal.REFUND_REFUSAL_REFUND_WINDOW_CLOSED,
  ALREADY_REFUNDED: refundProto.RefundRefusal.REFUND_REFUSAL_ALREADY_REFUNDED,
  REFUND_EXCEEDS_PAID: refundProto.RefundRefusal.REFUND_REFUSAL_REFUND_EXCEEDS_PAID,
  MERCHANT_BALANCE_SHORT: refundProto.RefundRefusal.REFUND_REFUSAL_MERCHANT_BALANCE_SHORT,
};

/** Converts the contract's status to the domain's; undefined for unspecified. */
export const paymentStatusOf = wordOf(status);

/** Returns the domain word of a refund status; undefined for the unspecified value. */
export const refundStatusOf = wordOf(refundStatus);

export function paymentStatusToProto(value: PaymentStatus): proto.PaymentStatus {
  return status[value];
}

export function failureReasonToProto(
  reason: PaymentFailureReason | undefined,
): proto.PaymentFailureReason | undefined {
  return reason && failureReason[reason];
}

export function paymentToProto(payment: Payment, assetType: AssetTypeFacts): proto.Payment {
  return {
    paymentId: payment.paymentId,
    merchantId: payment.merchantId,
    amount: formatAmount(payment.amount, assetType.decimals),
    assetType: assetType.code,
    status: status[payment.status],
    failureReason: failureReasonToProto(payment.failureReason),
    reference: payment.reference,
    transactionId: payment.transactionId,
    refundedAmount: formatAmount(payment.refundedAmount, assetType.decimals),
    createTime: timestamp(payment.createdAt),
    expireTime: timestamp(payment.expiresAt),
    endTime: payment.endedAt && timestamp(payment.endedAt),
    description: payment.description,
    orderReference: payment.orderReference,
    metadata: { ...payment.metadata },
    version: payment.version,
    deviceId: payment.deviceId,
  };
}

export function refundRefusalToProto(value: RefundRefusal): refundProto.RefundRefusal {
  return refundRefusal[value];
}

export function refundToProto(refund: Refund, assetType: AssetTypeFacts): refundProto.Refund {
  return {
    refundId: refund.refundId,
    originalTransaction: refund.originalTransactionId,
    paymentId: refund.paymentId,
    merchantId: refund.merchantId,
    refundAmount: formatAmount(refund.amount, assetType.decimals),
    assetType: assetType.code,
    reason: refund.reason,
    status: refundStatus[refund.status],
    transactionId: refund.transactionId,
    createTime: timestamp(refund.createdAt),
    endTime: refund.endedAt && timestamp(refund.endedAt),
    settlementId: refund.settlementId,
    policyVersion: refund.policyVersion,
  };
}
