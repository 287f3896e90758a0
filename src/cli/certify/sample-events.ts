// Events for a receiver under test: of the form of real ones, about resources that cannot exist.
import { createHmac, randomBytes } from "node:crypto";
import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { EventType } from "../../domain/event/event.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Webhook } from "../../domain/webhook/webhook.ts";
import { Bodies } from "../../services/event/bodies.ts";
import { EventCursors } from "../../services/event/cursor.ts";
import { exampleData } from "../../services/webhook/example-data.ts";

/** An event as its body. */
export interface SampleEvent {
  readonly eventId: string;
  readonly body: string;
}

type Json = Record<string, unknown>;

/** Makes events as the service would, each with an identifier and a place in the log of its own. */
export class SampleEvents {
  readonly #bodies: Bodies;
  readonly #endpoint: Webhook;
  #position = 0n;

  /** @param publicUrl source of the events */
  constructor(publicUrl: string) {
    const key = randomBytes(32);
    const digest = (bytes: Uint8Array) => createHmac("sha256", key).update(bytes).digest();
    this.#bodies = new Bodies({ publicUrl, cursors: new EventCursors({ digest }) });
    const now = new Date();
    this.#endpoint = {
      webhookId: newId("webhook"),
      owner: { merchantId: newId("merchant") },
      url: "",
      description: "",
      eventTypes: [],
      thin: false,
      ordered: false,
      concurrency: 1,
      publicKeySignature: false,
      httpSignature: false,
      status: "enabled",
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
  }

  /** Returns an event that a receiver cannot tell from a real one. @param at when it happened */
  next(type: EventType, at = new Date()): SampleEvent {
    const { subject, data } = exampleData(type, this.#endpoint, at);
    this.#position += 1n;
    const eventId = newId("event");
    const stored = { eventId, type, subject, occurredAt: at, position: this.#position };
    const encoded = EventData.encode(data).finish();
    return { eventId, body: this.#bodies.of({ ...stored, data: encoded }, "", false) };
  }

  /** Returns a test event. */
  test(type: EventType): SampleEvent {
    const [eventId, at] = [newId("event"), new Date()];
    const example = exampleData(type, this.#endpoint, at);
    return { eventId, body: this.#bodies.ofTest({ eventId, type, ...example, at }, false) };
  }

  /** Returns the event that verifies an endpoint. */
  verification(challenge: string): SampleEvent {
    const { webhookId } = this.#endpoint;
    const [eventId, at] = [newId("event"), new Date()];
    return { eventId, body: this.#bodies.ofVerification({ eventId, webhookId, challenge, at }) };
  }

  /** Returns an event of a type that no version of the service has. */
  ofUnknownType(): SampleEvent {
    return changed(this.next("payment.completed"), (event) => {
      event.type = "certification.unknown";
      event.data = { certification: { certificationId: event.subject } };
    });
  }

  /** Returns an event with members that a later version of the service could add. */
  withUnknownMembers(): SampleEvent {
    return changed(this.next("payment.completed"), (event) => {
      event.certificationExtension = { of: ["a", "later", "version"] };
      paymentOf(event).certificationMember = { added: [1, null, "later"] };
    });
  }

  /** Returns the largest event that the service sends: a payment with as much text as CreatePayment takes, in four bytes a character. */
  largest(): SampleEvent {
    return changed(this.next("payment.completed"), (event) => {
      const wide = "\u{1D11E}";
      const pairs = Array.from({ length: 50 }, (_, index) => [
        `${index}${wide.repeat(38)}`,
        wide.repeat(500),
      ]);
      paymentOf(event).metadata = Object.fromEntries(pairs);
    });
  }

  /** Returns an event of a size that the service never sends. */
  oversized(bytes: number): SampleEvent {
    return changed(this.next("payment.completed"), (event) => {
      paymentOf(event).metadata = { large: "x".repeat(bytes) };
    });
  }
}

function changed({ eventId, body }: SampleEvent, change: (event: Json) => void): SampleEvent {
  const event = JSON.parse(body) as Json;
  change(event);
  return { eventId, body: JSON.stringify(event) };
}

const paymentOf = (event: Json): Json => (event.data as { readonly payment: Json }).payment;
