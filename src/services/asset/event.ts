import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { Asset } from "../../domain/asset/asset.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import { assetToProto } from "./convert.ts";

/** What happened to an asset, for its publisher. It says nothing of who owns the asset, or owned it. */
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
