import { type Event, EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { StoredEvent } from "../../domain/event/event.ts";
import { timestamp } from "../timestamp.ts";

/** An event of the log as the contract shows it: CloudEvents 1.0. @param source base address of this service */
export function eventToProto(event: StoredEvent, source: string): Event {
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
