import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { Refund as RefundMessage } from "../../../gen/ts/pda/payment/v1/refund.ts";
import type { AssetType, AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { paymentToProto } from "./convert.ts";
import { settlementToProto } from "./settlement-convert.ts";

/** Returns the event of a payment. @param message the payment as the contract shows it, when the caller has it already */
export function paymentEvent(
  type: "payment.created" | "payment.completed" | "payment.failed",
  payment: Payment,
  assetType: AssetTypeFacts,
  message = paymentToProto(payment, assetType),
): NewEvent {
  return {
    type,
    subject: payment.paymentId,
    tenant: { merchantId: payment.merchantId },
    walletId: payment.walletId,
    occurredAt: payment.endedAt ?? payment.createdAt,
    data: EventData.encode({ subject: { $case: "payment", value: message } }).finish(),
  };
}

/** Returns the event of a completed refund. @param message the refund as the contract shows it. @param walletId the wallet that got it */
export function refundCompleted(
  refund: Refund,
  { message, walletId }: { readonly message: RefundMessage; readonly walletId: string | undefined },
): NewEvent {
  return {
    type: "refund.completed",
    subject: refund.refundId,
    tenant: { merchantId: refund.merchantId },
    walletId,
    occurredAt: refund.endedAt ?? refund.createdAt,
    data: EventData.encode({ subject: { $case: "refund", value: message } }).finish(),
  };
}

/** Returns the event of a settlement that became final. It contains the settlement as the contract shows it at that moment. */
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
