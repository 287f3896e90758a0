import { LRUCache } from "lru-cache";
import { Event, type EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { ResponseCodec } from "../../codec/codec.ts";
import { compiledCodec } from "../../codec/compiled.ts";
import type { StoredEvent } from "../../domain/event/event.ts";
import { timestamp } from "../contract/timestamp.ts";
import { type EventView, eventDataBytes, eventEnvelope } from "./to-proto.ts";

/** What is kept of the bodies that were made last: most have some hundred characters, a few as many as the metadata of a payment. */
const kept = { max: 2_000, maxSize: 8 * 2 ** 20, sizeCalculation: (body: string) => body.length };
/** Tags of the last fields of an event. The field `data` is mostly the stored bytes, so that they are not decoded and encoded again. */
const tags = { data: 74, cursor: 82 };

/** An event that only one endpoint gets. */
interface UnloggedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly subject: string;
  readonly data: EventData;
  readonly at: Date;
  /** True for a test event. */
  readonly test?: true;
}

/** Makes the bodies of deliveries: the event as its JSON in the interface, or without its data. Endpoints of a tenant share them. */
export class Bodies {
  readonly #view: EventView;
  readonly #codec: ResponseCodec = compiledCodec().response("pda.event.v1.Event", "");
  readonly #made = new LRUCache<string, string>(kept);

  constructor(view: EventView) {
    this.#view = view;
  }

  /** Returns the body for an endpoint of a tenant that has the event. @param thin without the data, with its address */
  of(event: StoredEvent, tenantId: string, thin: boolean): string {
    const key = `${event.eventId} ${tenantId} ${thin}`;
    let body = this.#made.get(key);
    if (body === undefined) {
      body = thin ? this.#thin(event, tenantId) : this.#full(event, tenantId);
      this.#made.set(key, body);
    }
    return body;
  }

  /** Returns the body of the event that verifies an endpoint. */
  ofVerification(asked: {
    readonly eventId: string;
    readonly webhookId: string;
    readonly challenge: string;
    readonly at: Date;
  }): string {
    const { eventId, webhookId, challenge, at } = asked;
    const data: EventData = { subject: { $case: "webhookVerification", value: { webhookId, challenge } } };
    return this.#ofUnlogged({ eventId, type: "webhook.verification", subject: webhookId, data, at });
  }

  /** Returns the body of a test event. @param thin without the data */
  ofTest(event: Omit<UnloggedEvent, "test">, thin: boolean): string {
    const body = this.#ofUnlogged({ ...event, test: true });
    return thin ? this.#withoutData(body, event.eventId) : body;
  }

  /** An event that is in no log has no cursor. */
  #ofUnlogged({ eventId, type, subject, data, at, test }: UnloggedEvent): string {
    const event = Event.encode({
      specversion: "1.0",
      id: eventId,
      source: this.#view.publicUrl,
      type,
      subject,
      time: timestamp(at),
      datacontenttype: "application/json",
      data,
      cursor: "",
      test,
    });
    return this.#codec.json(event.finish());
  }

  #full(event: StoredEvent, tenantId: string): string {
    const { cursor, ...envelope } = eventEnvelope(event, this.#view, tenantId);
    const writer = Event.encode({ ...envelope, cursor: "" });
    writer.uint32(tags.data).bytes(eventDataBytes(event, tenantId)).uint32(tags.cursor).string(cursor);
    return this.#codec.json(writer.finish());
  }

  #thin(event: StoredEvent, tenantId: string): string {
    return this.#withoutData(this.#full(event, tenantId), event.eventId);
  }

  /** The extension `dataref` (CloudEvents) says where the event is with its data. */
  #withoutData(body: string, eventId: string): string {
    const { data: _data, datacontenttype: _type, ...rest } = JSON.parse(body);
    return JSON.stringify({ ...rest, dataref: `${this.#view.publicUrl}/api/v1/events/${eventId}` });
  }
}
