import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { Asset } from "../../domain/asset/asset.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import { assetToProto } from "./convert.ts";

/** Returns an asset's event for its publisher. The event never names the asset's present or former owner. */
export function assetEvent(
  type: "asset.revoked" | "ownership.transferred",
  asset: Asset,
  occurredAt: Date,
): NewEvent {
  return {
    type,
    subject: asset.assetId,
    tenant: { publisherId: asset.publisherId },
    occurredAt,
    data: EventData.encode({ subject: { $case: "asset", value: assetToProto(asset) } }).finish(),
  };
}
