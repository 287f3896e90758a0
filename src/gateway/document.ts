import type { Operation } from "../../gen/rest/operations.ts";
import type { ResponseCodec } from "./codec/codec.ts";
import { type Exchange, one } from "./exchange.ts";
import { PIECE_BYTES, checkRoom, endInPieces } from "./large-answer.ts";

type Declared = NonNullable<NonNullable<Operation["http"]>["document"]>;

/** How the answers of an operation are documents of their own, ready to be served. */
export interface DocumentForm {
  readonly mediaType: string;
  /** Callers that take anything get it. */
  readonly preferred: boolean;
  readonly maxAgeSeconds: number;
  /** The document out of an encoded answer. */
  readonly body: (answer: Uint8Array) => Uint8Array | string;
  /** What stays the same as long as the document says the same; "" where there is no such thing. */
  readonly entityTag: (answer: Uint8Array) => string;
  /** Token of the next page; "" where there is none. */
  readonly nextPage: (answer: Uint8Array) => string;
}

/** @throws Error when the data has no such field */
export function compileDocument(declared: Declared, response: ResponseCodec): DocumentForm {
  const { mediaType, field, entityTagField, nextPageField, preferred = false, maxAgeSeconds = 0 } = declared;
  const json = (answer: Uint8Array) => response.json(answer);
  const body = field === undefined ? json : response.bytesAt(field);
  const entityTag = entityTagField === undefined ? () => "" : response.textAt(entityTagField);
  const nextPage = nextPageField === undefined ? () => "" : response.textAt(nextPageField);
  if (!body || !entityTag || !nextPage)
    throw new Error(`one of ${[field, entityTagField, nextPageField].join(", ")} is no field of the data`);
  return { mediaType, preferred, maxAgeSeconds, body, entityTag, nextPage };
}

/**
 * Answers with the document, which caches may keep, or with 304 to a caller that has it already (RFC 9110 section 13.1.2). The entity tag
 * is a weak one: two cores sign the same list with different bits.
 * @param open whether callers without a credential get it, so that shared caches may keep it
 */
export function sendDocument(
  exchange: Exchange,
  document: DocumentForm,
  open: boolean,
  answer: Uint8Array,
): void {
  const { request, response, requestId, headers } = exchange;
  const kept =
    document.maxAgeSeconds === 0
      ? "no-store"
      : `${open ? "public" : "private"}, max-age=${document.maxAgeSeconds}`;
  const own = ["X-Request-ID", requestId, "Cache-Control", kept, "Vary", "Accept"];
  const tag = document.entityTag(answer);
  if (tag !== "") own.push("ETag", `W/"${tag}"`);
  if (tag !== "" && isKnown(one(request.headers["if-none-match"]), tag)) {
    response.writeHead(304, headers.concat(own)).end();
    return;
  }
  const nextPage = document.nextPage(answer);
  if (nextPage !== "") own.push("Link", `<?${queryOf(exchange.query, nextPage)}>; rel="next"`);
  const body = document.body(answer);
  const length = Buffer.byteLength(body);
  checkRoom(exchange, length);
  own.push("Content-Type", document.mediaType, "Content-Length", String(length));
  response.writeHead(200, headers.concat(own));
  if (request.method === "HEAD") response.end();
  else if (length > PIECE_BYTES) endInPieces(exchange, body);
  else {
    exchange.hold(length);
    response.end(body);
  }
}

/** The query of the next page: that of this one with another token. */
function queryOf(query: string, pageToken: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set("pageToken", pageToken);
  return parameters.toString();
}

/** Whether If-None-Match names the tag, by weak comparison (RFC 9110 section 8.8.3.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => {
    const given = part.trim();
    return given === "*" || given.replace(/^W\//, "") === `"${tag}"`;
  });
}
