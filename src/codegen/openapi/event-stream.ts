// The answer of a stream on REST: Server-Sent Events (WHATWG HTML section 9.2).
import { type Json, ref } from "./json.ts";

/** Says how a caller reads the stream. */
export const streamText = [
  "The answer is a stream of Server-Sent Events (`text/event-stream`) that any `EventSource` reads. Each event is a frame: `id` is its `cursor`, `event` its `type`, and `data` the event as GetEvent returns it, in one line. A frame that has only an `id` comes first when there is no event yet.",
  "A client that connects again sends the last `id` in `Last-Event-ID`, which an `EventSource` does by itself. A comment line comes every 15 seconds while nothing happens. A tenant may have 16 open streams at a gateway, and a gateway 2,000. A refusal is an ordinary answer in the envelope. `Accept-Signature` has no effect on the stream.",
].join("\n\n");

const example = [
  "retry: 2000",
  "",
  "id: mYqGHVLkAbRcwrdZ0pZ8Gpg3-xVVQ9fE",
  "event: payment.completed",
  'data: {"specversion":"1.0","id":"evt_01kf05yaj0fg8rwbaz19nqs3cy","type":"payment.completed"}',
  "",
  "",
].join("\n");

/** Returns the answer that begins the stream. */
export const streamAnswer = (): Json => ({
  "200": {
    description: "The stream. The `data` of each frame is an event as JSON.",
    content: {
      "text/event-stream": {
        schema: { type: "string" },
        example,
        "x-item": ref("schemas", "Event"),
      },
    },
  },
});
