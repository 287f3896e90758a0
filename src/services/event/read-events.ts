import { type Event, EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { EventServiceService } from "../../../gen/ts/pda/event/v1/event_service.ts";
import type { StoredEvent } from "../../domain/event/event.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { sizeOf } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { ServiceDeps } from "../deps.ts";
import type { EventCursors } from "./cursor.ts";

type Service = Handlers<typeof EventServiceService>;

/** What the operations on events need. */
export interface EventOptions extends Pick<ServiceDeps, "eventTypes" | "publicUrl"> {
  readonly cursors: EventCursors;
}

/** Returns one event of the caller's tenant. Only events of the types that this service publishes can be read. */
export const getEvent =
  (options: EventOptions): Service["getEvent"] =>
  async ({ request, tenant, principal, read }) => {
    const event = requireFound(await read.events.get(tenant, options.eventTypes, request.eventId));
    return { event: eventToProto(event, options, principal.tenantId) };
  };

/**
 * Lists the events of the caller's tenant after a cursor, oldest first. Only events of the types that this service publishes are listed.
 * The answer always has a token, because a caller goes on from there when more has happened.
 */
export const listEvents =
  (options: EventOptions): Service["listEvents"] =>
  async ({ request, tenant, principal, read }) => {
    const { type, pageToken } = request;
    const { tenantId } = principal;
    const after = pageToken === "" ? 0n : options.cursors.positionOf(pageToken, tenantId);
    const types = options.eventTypes.filter((shown) => type === "" || shown === type);
    const events = await read.events.list(tenant, types, after, sizeOf(request));
    return {
      items: events.map((event) => eventToProto(event, options, tenantId)),
      nextPageToken: options.cursors.cursorOf(events.at(-1)?.position ?? after, tenantId),
    };
  };

/** Returns an event of the log as the contract shows it to a tenant (CloudEvents 1.0). */
function eventToProto(event: StoredEvent, { publicUrl, cursors }: EventOptions, tenantId: string): Event {
  return {
    specversion: "1.0",
    id: event.eventId,
    source: publicUrl,
    type: event.type,
    subject: event.subject,
    time: timestamp(event.occurredAt),
    datacontenttype: "application/json",
    data: EventData.decode(event.data),
    cursor: cursors.cursorOf(event.position, tenantId),
  };
}
