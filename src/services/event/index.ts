import { EventServiceService } from "../../../gen/ts/pda/event/v1/event_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { EventCursors } from "./cursor.ts";
import { getEvent, listEvents } from "./read-events.ts";

export function eventService(deps: Pick<ServiceDeps, "eventTypes" | "publicUrl" | "sealer">): ServedMethod[] {
  const options = { ...deps, cursors: new EventCursors(deps.sealer) };
  return implement(EventServiceService, { listEvents: listEvents(options), getEvent: getEvent(options) });
}
