import type {
  SuspendPublisherRequest,
  SuspendPublisherResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { changeStanding } from "./standing.ts";

/** Puts a publisher out of business for a time. */
export const suspendPublisher: Handler<SuspendPublisherRequest, SuspendPublisherResponse> = async (call) =>
  changeStanding(call, "suspended");
