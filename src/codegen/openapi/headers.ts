// Header parameters of requests and headers of answers.
import type { Json } from "./json.ts";

const requestIdSchema: Json = { type: "string", pattern: "^[\\x21-\\x7e]{1,128}$" };

/**
 * Headers that every operation takes (D-090). They are no parameters of operations: generated clients would take them as arguments
 * of every method. A client sets them once, where it sets its credential.
 */
export const commonHeaders: readonly Json[] = [
  {
    name: "X-Request-ID",
    description:
      "Request identifier supplied by the caller: 1 to 128 visible ASCII characters. The service ignores any other value.",
    schema: requestIdSchema,
    "x-published": true,
    "x-decision": ["D-025"],
  },
  {
    name: "Request-Timeout",
    description:
      "Seconds that the caller waits, above 0. The value can shorten the deadline of 30 s, but not lengthen it.",
    schema: { type: "string", pattern: "^[0-9]{1,6}(\\.[0-9]{1,3})?$" },
    "x-decision": ["D-019"],
  },
];

/** components.parameters. */
export const headerParameters: Json = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the credential and the operation that it was sent with. The service ignores the keys of callers without a credential, because it cannot tell these callers apart.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
    "x-decision": ["D-014"],
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "ETag of the version that the request expects (RFC 9110 §13.1.1), a list of ETags, or `*`. If the resource has another version, the service changes nothing and returns SVC-4120. At most 32 tags.",
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
      "ETags of documents that the caller has, or `*`. If the document without its envelope has one of these ETags, the answer is 304 (RFC 9110 §13.1.2).",
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
      "`true` when the answer is the stored answer of an earlier request with the same Idempotency-Key. The resource may have changed since then. A caller that sent one request can also get this header: the gateway repeats a request by itself after it lost the connection to the core. Absent otherwise.",
    schema: { type: "string", enum: ["true"] },
    "x-decision": ["D-014"],
  },
  Location: {
    description: "Path of the created resource (RFC 9110 §10.2.2).",
    schema: { type: "string", format: "uri-reference" },
  },
  ETag: {
    description:
      'For a resource: its version, e.g. `"3"` (RFC 9110 §8.8.3), for use in `If-Match`. For a document without its envelope: a tag that changes when the document changes, for use in `If-None-Match`.',
    schema: { type: "string" },
    "x-decision": ["D-034", "D-044", "D-045"],
  },
  Link: {
    description:
      'Address of the next page, `<?…>; rel="next"` (RFC 8288), relative to this request. Present on a document without its envelope when a next page exists.',
    schema: { type: "string" },
    "x-decision": ["D-065"],
  },
  RateLimit: {
    description:
      'Remaining requests of the quota (`r`) and seconds until the quota is full again (`t`), e.g. `"default";r=99;t=1`.',
    schema: { type: "string" },
    "x-decision": ["D-013"],
  },
  RateLimitPolicy: {
    description: 'The quota: requests (`q`) per window in seconds (`w`), e.g. `"default";q=4000;w=2`.',
    schema: { type: "string" },
    "x-decision": ["D-013"],
  },
  RetryAfter: {
    description: "Seconds to wait before a repeat (RFC 9110 §10.2.3).",
    schema: { type: "integer", minimum: 0 },
    "x-decision": ["D-013", "D-088"],
  },
  WwwAuthenticate: {
    description: "The authentication scheme that the operation needs (RFC 6750 §3).",
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

/** Returns the headers of an answer: those of every answer, and the named ones. */
export function headersOf(...more: string[]): Json {
  return Object.fromEntries(
    [...common, ...more].map((name) => [name, { $ref: `#/components/headers/${component[name] as string}` }]),
  );
}
