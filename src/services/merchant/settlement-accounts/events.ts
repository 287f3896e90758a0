import { EventData } from "../../../../gen/ts/pda/event/v1/event.ts";
import type { NewEvent } from "../../../domain/event/event.ts";
import type { SettlementAccountChange } from "../../../domain/merchant/settlement-account.ts";
import { changeToProto } from "../convert.ts";

const types = {
  pending: "merchant.settlement_account_requested",
  cancelled: "merchant.settlement_account_cancelled",
  effective: "merchant.settlement_account_changed",
} as const;

/** Returns the event for the present status of a change: requested, cancelled, or in force since its effective time. */
export function changeEvent(change: SettlementAccountChange): NewEvent {
  const at = {
    pending: change.createdAt,
    cancelled: change.cancelledAt ?? change.createdAt,
    effective: change.effectiveAt,
  };
  return {
    type: types[change.status],
    subject: change.changeId,
    tenant: { merchantId: change.merchantId },
    occurredAt: at[change.status],
    data: EventData.encode({
      subject: { $case: "settlementAccountChange", value: changeToProto(change) },
    }).finish(),
  };
}
