import { type Event, EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { StoredEvent } from "../../domain/event/event.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { ServiceDeps } from "../deps.ts";
import type { EventCursors } from "./cursor.ts";
import { walletView } from "./wallet-view.ts";

/** What is shown of an event besides its row. */
export interface EventView extends Pick<ServiceDeps, "publicUrl"> {
  readonly cursors: EventCursors;
}

/** Returns an event of the log as the contract shows it to a tenant (CloudEvents 1.0). */
export function eventToProto(event: StoredEvent, view: EventView, tenantId: string): Event {
  const data = EventData.decode(event.data);
  return { ...eventEnvelope(event, view, tenantId), data: isWallet(tenantId) ? walletView(data) : data };
}

/** Returns the encoded data of an event as a tenant sees them: the stored bytes, except for a wallet, which sees fewer fields. */
export const eventDataBytes = ({ data }: StoredEvent, tenantId: string): Uint8Array =>
  isWallet(tenantId) ? EventData.encode(walletView(EventData.decode(data))).finish() : data;

const isWallet = (tenantId: string): boolean => tenantId.startsWith("wal_");

/** Returns what an event has besides its data. */
export function eventEnvelope(
  event: StoredEvent,
  { publicUrl, cursors }: EventView,
  tenantId: string,
): Event {
  return {
    specversion: "1.0",
    id: event.eventId,
    source: publicUrl,
    type: event.type,
    subject: event.subject,
    time: timestamp(event.occurredAt),
    datacontenttype: "application/json",
    data: undefined,
    cursor: cursors.cursorOf(event.position, tenantId),
  };
}
