import { type Event, EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { EventServiceService } from "../../../gen/ts/pda/event/v1/event_service.ts";
import type { StoredEvent } from "../../domain/event/event.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { ServiceDeps } from "../deps.ts";

type Service = Handlers<typeof EventServiceService>;

/** Returns one event of the caller's tenant. Only events of the types that this service publishes can be read. */
export const getEvent =
  (options: Pick<ServiceDeps, "eventTypes" | "publicUrl">): Service["getEvent"] =>
  async ({ request, tenant, read }) => {
    const event = requireFound(await read.events.get(tenant, options.eventTypes, request.eventId));
    return { event: eventToProto(event, options.publicUrl) };
  };

const sizeDefault = 50;
const sizeMax = 200;
/** The highest position that the event log can hold (a signed 64-bit number). */
const positionMax = 2n ** 63n - 1n;

/**
 * Lists the events of the caller's tenant after a position, oldest first. Only events of the types that this service publishes are listed.
 */
export const listEvents =
  (options: Pick<ServiceDeps, "eventTypes" | "publicUrl">): Service["listEvents"] =>
  async ({ request, tenant, read }) => {
    const { after, type, pageSize } = request;
    const types = options.eventTypes.filter((shown) => type === "" || shown === type);
    const size = pageSize === 0 ? sizeDefault : Math.min(pageSize, sizeMax);
    const events =
      after > positionMax || types.length === 0 ? [] : await read.events.list(tenant, types, after, size);
    return {
      items: events.map((event) => eventToProto(event, options.publicUrl)),
      nextAfter: events.at(-1)?.position ?? after,
    };
  };

/** Returns an event of the log as the contract shows it (CloudEvents 1.0). @param source base address of this service */
function eventToProto(event: StoredEvent, source: string): Event {
  return {
    specversion: "1.0",
    id: event.eventId,
    source,
    type: event.type,
    subject: event.subject,
    time: timestamp(event.occurredAt),
    datacontenttype: "application/json",
    sequence: event.position,
    data: EventData.decode(event.data),
  };
}
