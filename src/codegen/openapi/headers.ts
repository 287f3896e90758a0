// Header parameters of requests and headers of answers.
import { type Json, ref } from "./json.ts";

const requestIdSchema: Json = { type: "string", pattern: "^[\\x21-\\x7e]{1,128}$" };

/**
 * Headers that every operation takes and those that every answer may have (D-090), by name. They are not parts of the operations: a
 * generated client would take them as arguments of every method. A client sets and reads them once, where it sets its credential.
 */
export const commonHeaders = {
  request: {
    "X-Request-ID": {
      description:
        "Request identifier supplied by the caller: 1 to 128 visible ASCII characters. The service ignores any other value, and one of its own identifiers (`req_…`) that is older than five minutes.",
      schema: requestIdSchema,
      "x-published": true,
      "x-decision": ["D-025"],
    },
    "Request-Timeout": {
      description:
        "Seconds that the caller waits, above 0. The value can shorten the deadline of 30 s, but not lengthen it.",
      schema: {
        type: "string",
        pattern: "^[0-9]{1,6}(\\.[0-9]{1,3})?$",
        not: { pattern: "^0+(\\.0+)?$" },
      },
      "x-decision": ["D-019"],
    },
    "Accept-Signature": {
      description:
        'Asks for a signed answer (RFC 9421 §5.1), e.g. `sig=("@status" "content-digest" "@target-uri";req);nonce="…"`. Omit for an answer without a signature. At most 1,024 characters.',
      schema: { type: "string", maxLength: 1024 },
      "x-decision": ["D-109"],
    },
  },
  answer: {
    "X-Request-ID": {
      description: "The `requestId` of the answer.",
      schema: requestIdSchema,
      "x-decision": ["D-025"],
    },
    RateLimit: {
      description:
        'For each quota of the caller: what is left (`r`), and the seconds within which the caller can use no more (`t`), e.g. `"default";r=3999;t=1, "tenant";r=19999;t=1`.',
      schema: { type: "string" },
      "x-decision": ["D-013", "D-100"],
    },
    "RateLimit-Policy": {
      description:
        'The quotas of the caller: how many requests each holds (`q`), and the seconds in which an empty one is full again (`w`), e.g. `"default";q=4000;w=2, "tenant";q=20000;w=2`.',
      schema: { type: "string" },
      "x-decision": ["D-013", "D-100"],
    },
    "Content-Digest": {
      description:
        "SHA-256 of the content of a signed answer (RFC 9530). Absent unless `Accept-Signature` asks for a signature.",
      schema: { type: "string" },
      "x-decision": ["D-109"],
    },
    "Signature-Input": {
      description:
        "What the signature of the answer covers, when it was made, and its key in `/.well-known/jwks.json` (RFC 9421 §4.1). Absent unless `Accept-Signature` asks for a signature.",
      schema: { type: "string" },
      "x-decision": ["D-109"],
    },
    Signature: {
      description:
        "The signature of the answer (RFC 9421 §4.2). Absent unless `Accept-Signature` asks for it.",
      schema: { type: "string" },
      "x-decision": ["D-109"],
    },
  },
};

/** components.parameters. */
export const headerParameters: Json = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes a repeat safe: within 30 days the same request with the same key returns the first answer and has no second effect. 1 to 255 visible ASCII characters, best a UUID. A key belongs to the operation and to the caller: all credentials of one merchant or publisher share it. The service ignores the keys of callers without a credential, because it cannot tell these callers apart.",
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
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    description:
      "The last `id` of an earlier stream: the stream goes on after it. Takes the place of `pageToken`. At most 512 characters.",
    schema: { type: "string", maxLength: 512 },
    "x-decision": ["D-118"],
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
  RetryAfter: {
    description: "Seconds to wait before a repeat (RFC 9110 §10.2.3).",
    schema: { type: "integer", minimum: 0 },
    "x-decision": ["D-013", "D-088"],
  },
  WwwAuthenticate: {
    description: "The authentication schemes that the operation takes (RFC 6750 §3, RFC 9449 §7.1).",
    schema: { type: "string" },
    "x-decision": ["D-016", "D-105", "D-107", "D-108", "D-114"],
  },
  DpopNonce: {
    description:
      "The nonce for the caller's next DPoP proofs (RFC 9449 §9). Present when a proof lacks a valid one. Another answer may have it, too.",
    schema: { type: "string" },
    "x-decision": ["D-108"],
  },
  AcceptSignature: {
    description:
      "What a signature of the request has to cover and state (RFC 9421 §5.1), for a caller that signs.",
    schema: { type: "string" },
    "x-decision": ["D-103"],
  },
};

/** The headers of requests. A field or a key of gRPC metadata with such a name travels in the header. */
export const headerNames = [
  ...Object.keys(commonHeaders.request),
  ...Object.values(headerParameters).map((parameter) => (parameter as { name: string }).name),
];

const component: Record<string, string> = {
  Location: "Location",
  ETag: "ETag",
  Link: "Link",
  "Idempotency-Replayed": "IdempotencyReplayed",
  "Retry-After": "RetryAfter",
  "WWW-Authenticate": "WwwAuthenticate",
  "Accept-Signature": "AcceptSignature",
  "DPoP-Nonce": "DpopNonce",
};

/** Returns these headers of an answer; undefined for none. */
export function headersOf(...names: string[]): Json | undefined {
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, ref("headers", component[name] as string)]));
}
