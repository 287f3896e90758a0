import type {
  ActivateAssetRequest,
  ActivateAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeLifecycle } from "./lifecycle.ts";

/** Puts an asset into use. */
export const activateAsset: Handler<ActivateAssetRequest, ActivateAssetResponse> = async (call) =>
  changeLifecycle(call, "activate");
