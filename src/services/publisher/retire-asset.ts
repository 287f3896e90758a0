import type {
  RetireAssetRequest,
  RetireAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeLifecycle } from "./lifecycle.ts";

/** Ends the life of an asset. */
export const retireAsset: Handler<RetireAssetRequest, RetireAssetResponse> = async (call) =>
  changeLifecycle(call, "retire");
