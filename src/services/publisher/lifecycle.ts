import type { Asset as AssetMessage } from "../../../gen/ts/pda/asset/v1/asset.ts";
import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { Asset } from "../../domain/asset/asset.ts";
import { afterVerb, type LifecycleVerb } from "../../domain/asset/lifecycle.ts";
import type { NewEvent } from "../../domain/event/event.ts";
import type { Call } from "../../rpc/handler.ts";
import { assetToProto } from "../asset/convert.ts";
import { lockOwnAsset } from "./own-publisher.ts";

/** What every lifecycle request names. */
interface LifecycleRequest {
  readonly publisherId: string;
  readonly assetId: string;
  /** Why, for the record. */
  readonly reason?: string;
}

/** What every one answers. */
interface LifecycleResponse {
  asset?: AssetMessage | undefined;
}

/**
 * Applies a publisher's verb to its asset. A state that is reached already changes nothing and records nothing, so that of many
 * revocations at once one is the event. A suspended publisher can still withdraw its assets.
 *
 * @throws Failure NOT_FOUND, Refused LIFECYCLE_TRANSITION
 */
export async function changeLifecycle(
  { request, transact }: Pick<Call<LifecycleRequest, LifecycleResponse>, "request" | "transact">,
  verb: LifecycleVerb,
): Promise<LifecycleResponse> {
  return transact(async (tx) => {
    const asset = await lockOwnAsset(tx.assets, request);
    const status = afterVerb(asset.status, verb);
    if (status === asset.status) return { asset: assetToProto(asset) };
    const changed = await tx.assets.transition(asset, status, request.reason ?? "");
    if (status === "revoked") await tx.outbox.append([assetRevoked(changed, await tx.clock.now())]);
    return { asset: assetToProto(changed) };
  });
}

function assetRevoked(asset: Asset, occurredAt: Date): NewEvent {
  return {
    type: "asset.revoked",
    subject: asset.assetId,
    tenant: { publisherId: asset.publisherId },
    occurredAt,
    data: EventData.encode({ subject: { $case: "asset", value: assetToProto(asset) } }).finish(),
  };
}
