import type { GetEventRequest, GetEventResponse } from "../../../gen/ts/pda/event/v1/event_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { eventToProto } from "./convert.ts";

/** One event of the caller's tenant, of a type that is shown here. */
export const getEvent =
  (options: Pick<ServiceDeps, "eventTypes" | "publicUrl">): Handler<GetEventRequest, GetEventResponse> =>
  async ({ request, tenant, read }) => {
    const event = await read.events.get(tenant, options.eventTypes, request.eventId);
    if (!event) throw new Failure("NOT_FOUND");
    return { event: eventToProto(event, options.publicUrl) };
  };
