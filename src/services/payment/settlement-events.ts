import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { settlementToProto } from "./settlement-convert.ts";

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
