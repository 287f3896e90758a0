// Header parameters of requests and headers of answers.
import type { Json } from "./json.ts";

const requestIdSchema: Json = { type: "string", pattern: "^[\\x21-\\x7e]{1,128}$" };

/** components.parameters. */
export const headerParameters: Json = {
  RequestId: {
    name: "X-Request-ID",
    in: "header",
    description:
      "Request identifier supplied by the caller: 1 to 128 visible ASCII characters. Anything else is ignored.",
    schema: requestIdSchema,
    "x-published": true,
    "x-decision": ["D-025"],
  },
  RequestTimeout: {
    name: "Request-Timeout",
    in: "header",
    description: "Seconds that the caller waits, above 0; shortens the deadline of 30 s, never lengthens it.",
    schema: { type: "string", pattern: "^[0-9]{1,6}(\\.[0-9]{1,3})?$", not: { pattern: "^0+(\\.0+)?$" } },
    "x-decision": ["D-019"],
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes a repeat safe: within 30 days the same request with the same key gets the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. It counts for the credential and the operation that it was sent with; callers without a credential cannot be told apart, so their keys play no part.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
    "x-decision": ["D-014"],
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The ETag of the version that the request is for (RFC 9110 §13.1.1), a list of them, or `*`. When the resource has another version by then, nothing is changed (SVC-4120). At most 32 tags.",
    schema: {
      type: "string",
      pattern: '^(\\*|(W/)?"[!#-~]*"([ \\t]*,[ \\t]*(W/)?"[!#-~]*")*)$',
    },
    "x-decision": ["D-034"],
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "ETags of documents that the caller has, or `*`: where the document without its envelope is one of them, the answer is 304 (RFC 9110 §13.1.2).",
    schema: { type: "string" },
    "x-decision": ["D-044", "D-045"],
  },
};

/** components.headers. */
export const answerHeaders: Json = {
  RequestId: {
    description: "The `requestId` of the answer.",
    schema: requestIdSchema,
    "x-decision": ["D-025"],
  },
  IdempotencyReplayed: {
    description:
      "`true` when this is the kept answer of an earlier request with the same Idempotency-Key: as it was then, so what it shows may have changed since. It can come to a caller who asked once, when the service lost the connection to its core and repeated the request by itself. Absent otherwise.",
    schema: { const: "true", type: "string" },
    "x-decision": ["D-014"],
  },
  Location: {
    description: "Path of what was created (RFC 9110 §10.2.2).",
    schema: { type: "string", format: "uri-reference" },
  },
  ETag: {
    description:
      'Of a resource: its version, e.g. `"3"` (RFC 9110 §8.8.3), which If-Match takes. Of a document without its envelope: the same as long as it says the same; `If-None-Match` with it gets 304.',
    schema: { type: "string" },
    "x-decision": ["D-034", "D-044", "D-045"],
  },
  Link: {
    description:
      'With a file without its envelope that has a next page: where that is, `<?…>; rel="next"` (RFC 8288), relative to this request.',
    schema: { type: "string" },
    "x-decision": ["D-065"],
  },
  RateLimit: {
    description: 'What is left of the quota and seconds until it is full again, e.g. `"default";r=99;t=1`.',
    schema: { type: "string" },
    "x-decision": ["D-013"],
  },
  RateLimitPolicy: {
    description: 'The quota, e.g. `"default";q=4000;w=2`.',
    schema: { type: "string" },
    "x-decision": ["D-013"],
  },
  RetryAfter: {
    description: "Seconds to wait before a repeat (RFC 9110 §10.2.3).",
    schema: { type: "integer", minimum: 0 },
    "x-decision": ["D-013", "D-088"],
  },
  WwwAuthenticate: {
    description: "The scheme that is asked for (RFC 6750 §3).",
    schema: { type: "string" },
    "x-decision": ["D-016"],
  },
};

const common = ["X-Request-ID", "RateLimit", "RateLimit-Policy"] as const;
const component: Record<string, string> = {
  "X-Request-ID": "RequestId",
  RateLimit: "RateLimit",
  "RateLimit-Policy": "RateLimitPolicy",
  Location: "Location",
  ETag: "ETag",
  Link: "Link",
  "Idempotency-Replayed": "IdempotencyReplayed",
  "Retry-After": "RetryAfter",
  "WWW-Authenticate": "WwwAuthenticate",
};

/** Headers of an answer: those of every answer, and these. */
export function headersOf(...more: string[]): Json {
  return Object.fromEntries(
    [...common, ...more].map((name) => [name, { $ref: `#/components/headers/${component[name] as string}` }]),
  );
}
