// The envelope (decision D-002): one object that has both published forms. Each kind of data has an answer of its own with a
// name, because generators cannot name what an `allOf` puts together. All members stand in it, and `success` is a plain boolean.
import type { CatalogueEntry, CatalogueReason } from "./catalogue.ts";
import { type Json, ref } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** Time and request id of examples that are not recorded. */
const exampleTime = "2026-01-15T09:30:00.000Z";
const exampleRequestId = "req_01kf05yaj0fg8rwbaz19nqs3cy";

const members = ["success", "status", "requestId", "timestamp", "message", "data", "errors"];

const varnames = (prefix: string, words: readonly string[]): string[] =>
  words.map((word) => `${prefix}_${word.toUpperCase()}`);

const enumWith = (description: string, words: readonly string[], more: Json = {}): Json => ({
  type: "string",
  enum: words,
  description,
  ...more,
});

/** Adds the schemas of errors, which are the same for all operations. */
export function addFailureSchemas(
  schemas: Schemas,
  catalogue: ReadonlyMap<string, CatalogueEntry>,
  reasons: readonly CatalogueReason[],
): void {
  const entries = [...catalogue.values()];
  const statuses = [...new Set(entries.map((entry) => entry.status))].sort();
  const label = (text: string, name: string): Json => ({
    type: "string",
    description: text,
    "x-label": name,
  });
  schemas.add(
    "AnswerStatus",
    enumWith("Operation result of an answer that is not an error.", ["ok", "created"], {
      "x-enum-varnames": varnames("ANSWER_STATUS", ["ok", "created"]),
      "x-label": "Status",
    }),
  );
  schemas.add(
    "FailureStatus",
    enumWith("Operation result of an error: the canonical gRPC code in lower case.", statuses, {
      "x-enum-varnames": varnames("FAILURE_STATUS", statuses),
      "x-label": "Status",
      "x-decision": ["D-012"],
    }),
  );
  schemas.add(
    "ErrorCode",
    enumWith(
      [
        "Service error code. The list may grow: treat an unknown code as its HTTP status says. `x-retryable` lists the codes after which the same request may succeed when it is sent again in a moment.",
        entries.map((entry) => `- \`${entry.code}\`: ${entry.message} ${entry.description}`).join("\n"),
      ].join("\n\n"),
      entries.map((entry) => entry.code),
      {
        "x-enum-varnames": varnames(
          "ERROR_CODE",
          entries.map((entry) => entry.name),
        ),
        "x-may-grow": true,
        "x-retryable": entries.flatMap(({ code, retryable }) => (retryable ? [code] : [])),
        "x-decision": ["D-012", "D-023"],
      },
    ),
  );
  schemas.add("ErrorReason", {
    type: "string",
    pattern: "^[A-Z][A-Z0-9_]*$",
    description:
      "Cause of the error as a word, more specific than the code. `x-reasons` has the list of each code. It may grow, so this is no enum: treat an unknown reason as its code says.",
    "x-reasons": Object.fromEntries(
      entries.map(({ name, code }) => [
        code,
        reasons.flatMap(({ entry, reason }) => (entry === name ? [reason] : [])),
      ]),
    ),
    "x-decision": ["D-023", "D-091", "D-092"],
  });
  schemas.add("ErrorItem", {
    description: "One error of the whole request or of one field.",
    type: "object",
    properties: {
      code: ref("schemas", "ErrorCode"),
      message: { type: "string", description: "Human-readable description.", "x-decision": ["D-083"] },
      field: {
        type: "string",
        description:
          "Path of the field with the error, in the names of the request. Absent when the error is about the whole request.",
      },
      reason: ref("schemas", "ErrorReason"),
    },
    required: ["code", "message", "reason"],
  });
  schemas.add("Failure", {
    description: "Envelope of every error.",
    type: "object",
    properties: {
      success: { type: "boolean", description: "Always `false`." },
      status: ref("schemas", "FailureStatus"),
      requestId: {
        ...label(
          "The caller's `X-Request-ID` when it is well formed, else an identifier that the service creates.",
          "Request ID",
        ),
        minLength: 1,
        maxLength: 128,
        "x-decision": ["D-025"],
      },
      timestamp: {
        ...label("Processing time, RFC 3339 in UTC with milliseconds.", "Timestamp"),
        format: "date-time",
      },
      errorCode: ref("schemas", "ErrorCode"),
      message: label("Human-readable description.", "Message"),
      data: {
        type: "object",
        description: "Empty.",
        additionalProperties: { type: "string" },
        maxProperties: 0,
        "x-label": "Data",
      },
      errors: {
        type: "array",
        items: ref("schemas", "ErrorItem"),
        minItems: 1,
        description: "All errors of the request.",
      },
    },
    required: [...members, "errorCode"],
    "x-decision": ["D-002"],
  });
}

/** Adds the answer with this data and returns a reference to it, e.g. `PaymentAnswer` with `Payment`. */
export function answerWith(schemas: Schemas, data: Json): Json {
  const name = (data.$ref as string).replace("#/components/schemas/", "");
  return schemas.add(`${name}Answer`, {
    description: `Envelope of an answer with \`${name}\`.`,
    type: "object",
    properties: {
      success: { type: "boolean", description: "Always `true`." },
      status: ref("schemas", "AnswerStatus"),
      requestId: { type: "string", description: "The request's `X-Request-ID`, or one of the service." },
      timestamp: { type: "string", format: "date-time", description: "Processing time." },
      message: { type: "string", description: "Human-readable description." },
      data,
      errors: { type: "array", items: ref("schemas", "ErrorItem"), description: "Empty." },
    },
    required: members,
  });
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
