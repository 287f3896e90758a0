// Headers of a delivery to a receiver (Standard Webhooks 1.0, D-116, D-117).
import type { Json } from "../openapi/json.ts";

const positiveInteger = "^[1-9][0-9]*$";

/** The headers that identify and sign a delivery, and number it. Values of headers are texts. */
export const deliveryHeaders: Json = {
  type: "object",
  description: "Headers of a delivery. Further headers can be added.",
  properties: {
    "webhook-id": {
      type: "string",
      pattern: "^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$",
      description:
        "Identifier of the event: `id` of the payload, the same in each attempt. Store it as a unique key: an event that you know has come again.",
    },
    "webhook-timestamp": {
      type: "string",
      pattern: "^[0-9]{10,12}$",
      description:
        "When the attempt was made, in seconds since 1970. Refuse a delivery that is more than five minutes old.",
    },
    "webhook-signature": {
      type: "string",
      pattern:
        "^(v1,[A-Za-z0-9+/]{43}=|v1a,[A-Za-z0-9+/]{86}==)( (v1,[A-Za-z0-9+/]{43}=|v1a,[A-Za-z0-9+/]{86}==))*$",
      description:
        "Signatures over `webhook-id`, `webhook-timestamp` and the body, joined by full stops, separated by spaces: `v1,` and base64 of HMAC-SHA-256 for each secret in use; `v1a,` and base64 of Ed25519 for an endpoint with `publicKeySignature`. One valid signature is enough.",
    },
    "webhook-attempt": {
      type: "string",
      pattern: positiveInteger,
      description: "Number of the attempt for this event and endpoint, from 1 on.",
      "x-decision": ["D-117"],
    },
    "webhook-sequence": {
      type: "string",
      pattern: positiveInteger,
      description:
        "Number of the event for this endpoint: each new event has the next one, and an event that is sent again keeps its number. Absent in a verification, in a test event, and in an event that RedeliverEvents sends although it was never tried: from before the endpoint, or missed while the endpoint was disabled or not verified. Such events leave no gap in the numbers; ListMissedEvents has them.",
      "x-decision": ["D-117"],
    },
  },
  required: ["webhook-id", "webhook-timestamp", "webhook-signature", "webhook-attempt"],
  "x-decision": ["D-116"],
};
