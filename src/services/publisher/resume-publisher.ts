import type {
  ResumePublisherRequest,
  ResumePublisherResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeStanding } from "./standing.ts";

/** Puts a suspended publisher back into business. */
export const resumePublisher: Handler<ResumePublisherRequest, ResumePublisherResponse> = async (call) =>
  changeStanding(call, "active");
