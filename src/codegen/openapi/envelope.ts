// The envelope (decision D-002): one object that is both published shapes.
import type { CatalogueEntry } from "./catalogue.ts";
import type { Json } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** Time and request id of the examples that nobody recorded. */
const exampleTime = "2026-01-15T09:30:00.000Z";
const exampleRequestId = "req_01kf05yaj0fg8rwbaz19nqs3cy";

const requestId: Json = {
  type: "string",
  minLength: 1,
  maxLength: 128,
  description: "The caller's `X-Request-ID` when it is well formed, else one of ours.",
  "x-label": "Request ID",
  "x-decision": ["D-025"],
};
const timestamp: Json = {
  type: "string",
  format: "date-time",
  description: "Processing time, RFC 3339 in UTC with milliseconds.",
  "x-label": "Timestamp",
};

/** Adds the schemas Success, Failure and ErrorItem. */
export function addEnvelopeSchemas(schemas: Schemas, catalogue: ReadonlyMap<string, CatalogueEntry>): void {
  schemas.add("Success", {
    description: "Envelope of every answer that is not an error.",
    type: "object",
    properties: {
      success: { const: true, type: "boolean" },
      status: {
        type: "string",
        enum: ["ok", "created"],
        description: "Operation result.",
        "x-label": "Status",
      },
      requestId,
      timestamp,
      message: { type: "string", description: "Human-readable description.", "x-label": "Message" },
      // Its type is the operation's: a type here would be intersected with it.
      data: { description: "Operation-specific payload.", "x-label": "Data" },
      errors: {
        type: "array",
        items: { $ref: "#/components/schemas/ErrorItem" },
        maxItems: 0,
        description: "Always empty.",
      },
    },
    required: ["success", "status", "requestId", "timestamp", "message", "data", "errors"],
    "x-decision": ["D-002"],
  });
  schemas.add("ErrorItem", {
    description: "One error: of the whole request, or of one of its fields.",
    type: "object",
    properties: {
      code: {
        type: "string",
        pattern: "^SVC-[0-9]{4}$",
        description: "Service error code.",
        "x-decision": ["D-023"],
      },
      message: {
        type: "string",
        description: "Human-readable description.",
        "x-decision": ["D-083"],
      },
      field: { type: "string", description: "Path of the field at fault, in the names of the request." },
      reason: {
        type: "string",
        pattern: "^[A-Z][A-Z0-9_]*$",
        description: "The cause as a word, finer than the code.",
        "x-decision": ["D-023"],
      },
    },
    required: ["code", "message", "reason"],
  });
  schemas.add("Failure", {
    description: "Envelope of every error.",
    type: "object",
    properties: {
      success: { const: false, type: "boolean" },
      status: {
        type: "string",
        enum: [...new Set([...catalogue.values()].map((entry) => entry.status))].sort(),
        description: "Operation result: the canonical gRPC code in lower case.",
        "x-label": "Status",
        "x-decision": ["D-012"],
      },
      requestId,
      timestamp,
      errorCode: {
        type: "string",
        pattern: "^SVC-[0-9]{4}$",
        description: "Service error code.",
        "x-decision": ["D-012", "D-023"],
      },
      message: { type: "string", description: "Human-readable description.", "x-label": "Message" },
      data: { type: "object", maxProperties: 0, additionalProperties: false, description: "Empty." },
      errors: {
        type: "array",
        items: { $ref: "#/components/schemas/ErrorItem" },
        minItems: 1,
        description: "Each error.",
      },
    },
    required: ["success", "status", "requestId", "timestamp", "errorCode", "message", "data", "errors"],
    "x-decision": ["D-002"],
  });
}

/** Schema of a successful answer with this data. */
export function successSchema(status: "ok" | "created", data: Json): Json {
  const properties = { status: { const: status, type: "string" }, data };
  return {
    allOf: [
      { $ref: "#/components/schemas/Success" },
      { type: "object", properties, required: ["status", "data"] },
    ],
  };
}

/** Schema of a failure with one of these codes. */
export function failureSchema(entries: readonly CatalogueEntry[]): Json {
  const properties = { errorCode: { type: "string", enum: entries.map((entry) => entry.code) } };
  return {
    allOf: [
      { $ref: "#/components/schemas/Failure" },
      { type: "object", properties, required: ["errorCode"] },
    ],
  };
}

/** The form of a failure of this entry, as the service answers when nothing more is known. */
export function failureExample(entry: CatalogueEntry): Json {
  const { code, message, status, name } = entry;
  return {
    success: false,
    status,
    requestId: exampleRequestId,
    timestamp: exampleTime,
    errorCode: code,
    message,
    data: {},
    errors: [{ code, message, reason: name }],
  };
}
