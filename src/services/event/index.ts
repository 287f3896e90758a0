import { EventServiceService } from "../../../gen/ts/pda/event/v1/event_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { getEvent, listEvents } from "./read-events.ts";

export function eventService(deps: Pick<ServiceDeps, "eventTypes" | "publicUrl">): ServedMethod[] {
  return implement(EventServiceService, { listEvents: listEvents(deps), getEvent: getEvent(deps) });
}
