import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { AssetType, AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { paymentToProto, refundToProto } from "./convert.ts";
import { settlementToProto } from "./settlement-convert.ts";

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

/** A settlement became final: the resource as the contract shows it, frozen at that moment. */
export function settlementFinalized(settlement: Settlement, assetType: AssetType): NewEvent {
  return {
    type: "settlement.finalized",
    subject: settlement.settlementId,
    tenant: { merchantId: settlement.merchantId },
    occurredAt: settlement.finalizedAt ?? settlement.createdAt,
    data: EventData.encode({
      subject: { $case: "settlement", value: settlementToProto(settlement, assetType) },
    }).finish(),
  };
}
