import type {
  ActivateAssetRequest,
  ActivateAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/lifecycle_service.ts";
import { afterVerb, type LifecycleVerb } from "../../domain/asset/lifecycle.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetToProto } from "../asset/convert.ts";
import { assetEvent } from "../asset/event.ts";
import { requireFound } from "../contract/require-found.ts";

/** The members of every lifecycle request. Activation has no reason. */
type LifecycleRequest = ActivateAssetRequest & { readonly reason?: string };

export const activateAsset = changeLifecycle("activate");

export const suspendAsset = changeLifecycle("suspend");

export const resumeAsset = changeLifecycle("resume");

/** Revokes an asset for ever and records `asset.revoked`. */
export const revokeAsset = changeLifecycle("revoke");

/** Retires an asset, which ends its life. */
export const retireAsset = changeLifecycle("retire");

/**
 * Returns a handler that applies a publisher's verb to its asset. A verb that leads to the present status changes nothing and records
 * nothing. So concurrent revocations record one event. A suspended publisher can still revoke its assets.
 *
 * @returns a handler that throws Failure NOT_FOUND, Refused LIFECYCLE_TRANSITION
 */
function changeLifecycle(verb: LifecycleVerb): Handler<LifecycleRequest, ActivateAssetResponse> {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const asset = requireFound(await tx.assets.lock(request.publisherId, request.assetId));
      const status = afterVerb(asset.status, verb);
      if (status === asset.status) return { asset: assetToProto(asset) };
      const changed = await tx.assets.transition(asset, status, request.reason ?? "");
      if (status === "revoked")
        await tx.outbox.append([assetEvent("asset.revoked", changed, await tx.clock.now())]);
      return { asset: assetToProto(changed) };
    });
}
