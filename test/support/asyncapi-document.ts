// The committed AsyncAPI document as tests read it, and a check of messages against it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { parse } from "yaml";
import { compiledCodec } from "../../src/codec/compiled.ts";
import type { Node } from "./openapi-document.ts";

/** The document. */
export const asyncapi = parse(
  readFileSync(join(import.meta.dirname, "../../openapi/pda.events.v1.yaml"), "utf8"),
) as Node;

// Values of members are judged by their patterns, and formats are not checked.
const schemas = new Ajv({ strict: false, validateFormats: false, allErrors: true }).addSchema(
  asyncapi,
  "asyncapi",
);
const codec = compiledCodec();

/** Returns the message of a channel that an event has, by its type, or by its form when it has no data. */
export function messageOf(channel: string, event: Node): string {
  const names = Object.keys(asyncapi.channels[channel].messages);
  const wanted = event.data === undefined && event.dataref ? "thin event" : event.type;
  const found = names.find((name) => asyncapi.components.messages[name].name === wanted);
  if (!found) throw new Error(`the channel ${channel} has no message for ${String(wanted)}`);
  return found;
}

/** Checks a part of a message against its schema. @throws Error with all departures */
export function checkPart(message: string, part: "payload" | "headers", value: unknown): void {
  const validate = schemas.getSchema(`asyncapi#/components/messages/${message}/${part}`) as
    | ValidateFunction
    | undefined;
  if (!validate) throw new Error(`the message ${message} has no schema of its ${part}`);
  if (!validate(value))
    throw new Error(
      `${part} of ${message}: ${schemas.errorsText(validate.errors)}: ${JSON.stringify(value)}`,
    );
}

/** Checks an event that a channel has carried: by the schemas of its message, and through the codec of the proto and back. */
export function checkCarried(channel: string, event: Node, headers?: Node): void {
  const message = messageOf(channel, event);
  checkPart(message, "payload", event);
  if (headers) checkPart(message, "headers", headers);
  // A thin event is no message of the proto: it has the address of its data in place of the data.
  if (event.dataref) return;
  const [sent, again] = [JSON.stringify(event), throughProto(event)];
  if (again !== sent) throw new Error(`${message} is ${again} after the proto, and was ${sent}`);
}

/** Encodes an event as protobuf, and writes it as JSON again. */
function throughProto(event: Node): string {
  const bytes = codec.request("pda.event.v1.Event").encode(event);
  return codec.response("pda.event.v1.Event", "").json(bytes);
}
