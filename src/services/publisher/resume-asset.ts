import type {
  ResumeAssetRequest,
  ResumeAssetResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeLifecycle } from "./lifecycle.ts";

/** Puts a suspended asset back into use. */
export const resumeAsset: Handler<ResumeAssetRequest, ResumeAssetResponse> = async (call) =>
  changeLifecycle(call, "resume");
