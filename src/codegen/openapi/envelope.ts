// The envelope (decision D-002): one object that has both published forms.
import type { CatalogueEntry } from "./catalogue.ts";
import type { Json } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** Time and request id of examples that are not recorded. */
const exampleTime = "2026-01-15T09:30:00.000Z";
const exampleRequestId = "req_01kf05yaj0fg8rwbaz19nqs3cy";

const requestId: Json = {
  type: "string",
  minLength: 1,
  maxLength: 128,
  description:
    "The caller's `X-Request-ID` when it is well formed, else an identifier that the service creates.",
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
      // No type here: generators would intersect it with the operation's own type.
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
    description: "One error of the whole request or of one field.",
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
      field: {
        type: "string",
        description:
          "Path of the field with the error, in the names of the request. Absent when the error is about the whole request.",
      },
      reason: {
        type: "string",
        pattern: "^[A-Z][A-Z0-9_]*$",
        description: "Cause of the error as a word, more specific than the code.",
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
        description: "All errors of the request.",
      },
    },
    required: ["success", "status", "requestId", "timestamp", "errorCode", "message", "data", "errors"],
    "x-decision": ["D-002"],
  });
}

/** Returns the schema of a successful answer with this data. */
export function successSchema(status: "ok" | "created", data: Json): Json {
  const properties = { status: { const: status, type: "string" }, data };
  return {
    allOf: [
      { $ref: "#/components/schemas/Success" },
      { type: "object", properties, required: ["status", "data"] },
    ],
  };
}

/** Returns the schema of a failure with one of these codes. */
export function failureSchema(entries: readonly CatalogueEntry[]): Json {
  const properties = { errorCode: { type: "string", enum: entries.map((entry) => entry.code) } };
  return {
    allOf: [
      { $ref: "#/components/schemas/Failure" },
      { type: "object", properties, required: ["errorCode"] },
    ],
  };
}

/** Returns an example of a failure with this entry, without details of a field. */
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
