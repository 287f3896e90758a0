// Events of payments and refunds: the resource as the contract shows it, frozen at the moment of the event.
import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { paymentToProto, refundToProto } from "./convert.ts";

/** What happened to a payment. */
export function paymentEvent(
  type: "payment.created" | "payment.completed" | "payment.failed",
  payment: Payment,
  assetType: AssetTypeFacts,
): NewEvent {
  return {
    type,
    subject: payment.paymentId,
    tenant: { merchantId: payment.merchantId },
    occurredAt: payment.endedAt ?? payment.createdAt,
    data: EventData.encode({
      subject: { $case: "payment", value: paymentToProto(payment, assetType) },
    }).finish(),
  };
}

/** A refund was completed. */
export function refundCompleted(refund: Refund, assetType: AssetTypeFacts): NewEvent {
  return {
    type: "refund.completed",
    subject: refund.refundId,
    tenant: { merchantId: refund.merchantId },
    occurredAt: refund.endedAt ?? refund.createdAt,
    data: EventData.encode({
      subject: { $case: "refund", value: refundToProto(refund, assetType) },
    }).finish(),
  };
}
