import type {
  ActivateAssetRequest,
  ActivateAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { afterVerb, type LifecycleVerb } from "../../domain/asset/lifecycle.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetToProto } from "../asset/convert.ts";
import { assetEvent } from "../asset/event.ts";
import { lockOwnAsset } from "./require-publisher.ts";

/** What every lifecycle request names; activation asks for no reason. */
type LifecycleRequest = ActivateAssetRequest & { readonly reason?: string };

/** Puts an asset into use. */
export const activateAsset = changeLifecycle("activate");

/** Takes an asset out of use for a time. */
export const suspendAsset = changeLifecycle("suspend");

/** Puts a suspended asset back into use. */
export const resumeAsset = changeLifecycle("resume");

/** Withdraws an asset for good; recorded as `asset.revoked`. */
export const revokeAsset = changeLifecycle("revoke");

/** Ends the life of an asset. */
export const retireAsset = changeLifecycle("retire");

/**
 * Applies a publisher's verb to its asset. A state that is reached already changes nothing and records nothing, so that of many
 * revocations at once one is the event. A suspended publisher can still withdraw its assets.
 *
 * @returns a handler that throws Failure NOT_FOUND, Refused LIFECYCLE_TRANSITION
 */
function changeLifecycle(verb: LifecycleVerb): Handler<LifecycleRequest, ActivateAssetResponse> {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const asset = await lockOwnAsset(tx.assets, request);
      const status = afterVerb(asset.status, verb);
      if (status === asset.status) return { asset: assetToProto(asset) };
      const changed = await tx.assets.transition(asset, status, request.reason ?? "");
      if (status === "revoked")
        await tx.outbox.append([assetEvent("asset.revoked", changed, await tx.clock.now())]);
      return { asset: assetToProto(changed) };
    });
}
