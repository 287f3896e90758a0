import type {
  SuspendAssetRequest,
  SuspendAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeLifecycle } from "./lifecycle.ts";

/** Takes an asset out of use for a time. */
export const suspendAsset: Handler<SuspendAssetRequest, SuspendAssetResponse> = async (call) =>
  changeLifecycle(call, "suspend");
