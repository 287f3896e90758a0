import type {
  RevokeAssetRequest,
  RevokeAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeLifecycle } from "./lifecycle.ts";

/** Withdraws an asset for good; recorded as `asset.revoked`. */
export const revokeAsset: Handler<RevokeAssetRequest, RevokeAssetResponse> = async (call) =>
  changeLifecycle(call, "revoke");
