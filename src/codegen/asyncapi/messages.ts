// Messages of the document: one for each type of event, and what is sent besides events.
import type { DescMessage } from "@bufbuild/protobuf";
import { describe } from "../openapi/comments.ts";
import { compact, type Json, nonEmpty } from "../openapi/json.ts";
import { nameOfWord, type Schemas, type Variant } from "../openapi/schemas.ts";
import type { Delivery } from "./examples.ts";

/** Media type of an event as JSON with its envelope (CloudEvents JSON format 1.0.2, section 3). */
export const eventMediaType = "application/cloudevents+json";

/** The event that verifies an endpoint. It is in no log, so no other channel has it. */
const verification = "webhook.verification";

/** What the channels of a document share. */
export interface Parts {
  /** `pda.event.<version>.Event`. */
  readonly event: DescMessage;
  readonly schemas: Schemas;
  readonly deliveries: readonly Delivery[];
}

/** How a channel carries events. */
interface Carried {
  /** Ends the names of the channel's messages in the document; "" for events without headers. */
  readonly suffix: string;
  /** Reference to the schema of the headers; undefined when the channel has none. */
  readonly headers?: Json;
}

/** Messages by name. */
export type Messages = Readonly<Record<string, Json>>;

/** Returns a message for each type of event that the log has. */
export function eventMessages(parts: Parts, carried: Carried): Messages {
  return messagesOf(parts, carried, (word) => word !== verification);
}

/** Returns the message that verifies an endpoint. */
export function verificationMessage(parts: Parts, carried: Carried): Messages {
  return messagesOf(parts, carried, (word) => word === verification);
}

function messagesOf(parts: Parts, carried: Carried, wanted: (word: string) => boolean): Messages {
  return Object.fromEntries(
    parts.schemas
      .variants(parts.event)
      .filter(({ word }) => wanted(word))
      .map((variant) => [nameOfWord(variant.word) + carried.suffix, messageOf(parts, carried, variant)]),
  );
}

function messageOf({ deliveries }: Parts, { headers }: Carried, { word, member, schema }: Variant): Json {
  return compact({
    name: word,
    title: word,
    summary: describe(member),
    contentType: eventMediaType,
    headers,
    payload: schema,
    examples: examplesOf(deliveries, nameOfWord(word), headers !== undefined),
    "x-member": member.jsonName,
  });
}

/** Returns the message of an event without its resource, which says where the event is with it. */
export function thinMessage({ event, schemas, deliveries }: Parts, headers: Json): Messages {
  const { properties, ...rest } = schemas.inPlace(event, "output", ["data", "datacontenttype"]);
  const payload = schemas.add("ThinEvent", {
    ...rest,
    description:
      "An event of any type without its data. A webhook endpoint with `thin` gets events in this form.",
    properties: {
      ...(properties as Json),
      dataref: {
        type: "string",
        format: "uri",
        description: "Address of the event with its data: GetEvent (CloudEvents extension `dataref`).",
      },
    },
    required: [...(rest.required as string[]), "dataref"],
  });
  return {
    ThinDelivery: compact({
      name: "thin event",
      title: "An event without its data",
      summary: "An event of any type for an endpoint with `thin`.",
      contentType: eventMediaType,
      headers,
      payload,
      examples: examplesOf(deliveries, "Thin", true),
    }),
  };
}

/** Returns the answer to a verification. */
export function challengeAnswer({ event, schemas, deliveries }: Parts): Messages {
  const asked = schemas.variants(event).find(({ word }) => word === verification)?.member.message;
  const challenge = asked?.fields.find(({ name }) => name === "challenge");
  if (!challenge) throw new Error(`${event.typeName} has no challenge`);
  const examples = deliveries.flatMap(({ answer }) => (answer ? [{ payload: answer }] : []));
  return {
    ChallengeAnswer: compact({
      name: "challenge answer",
      title: "Answer to a verification",
      summary: "The body of the receiver's answer, with a status from 200 to 299.",
      contentType: "application/json",
      payload: {
        type: "object",
        properties: { [challenge.jsonName]: schemas.field(challenge, "output") },
        required: [challenge.jsonName],
      },
      examples: nonEmpty(examples),
    }),
  };
}

function examplesOf(
  deliveries: readonly Delivery[],
  message: string,
  withHeaders: boolean,
): readonly Json[] | undefined {
  const found = deliveries.filter((each) => each.message === message);
  return nonEmpty(
    found.map(({ summary, headers, payload }) => ({ summary, ...(withHeaders ? { headers } : {}), payload })),
  );
}
