import type { Operation } from "../../gen/rest/operations.ts";
import type { ResponseCodec } from "../codec/codec.ts";
import { type Exchange, one } from "./exchange.ts";
import { signatureHeaders } from "./sign-answer.ts";
import { PIECE_BYTES, checkRoom, endInPieces } from "./large-answer.ts";

type Declared = NonNullable<NonNullable<Operation["http"]>["document"]>;

/** How the answers of an operation are served as bare documents. */
export interface DocumentForm {
  readonly mediaType: string;
  /** The media type with the charset that text needs. */
  readonly contentType: string;
  /** Name under which a browser keeps the document; undefined for one that it shows. */
  readonly fileName: string | undefined;
  /** A caller that accepts both the envelope and the document equally gets the document. */
  readonly preferred: boolean;
  readonly maxAgeSeconds: number;
  /** Returns the document of an encoded answer. */
  readonly body: (answer: Uint8Array) => Uint8Array | string;
  /** Returns a value that changes only with the document's content; "" if the answer has none. */
  readonly entityTag: (answer: Uint8Array) => string;
  /** Returns the token of the next page; "" on the last page. */
  readonly nextPage: (answer: Uint8Array) => string;
}

/** Media types for which readers would guess a charset. */
const TEXT = /^text\/|[/+]xml$/;

/** Files that people keep, by their media type. Other documents are for software alone. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  "application/xml": "statement.xml",
  "text/csv": "statement.csv",
};

/** @throws Error when the data lacks a declared field */
export function compileDocument(declared: Declared, response: ResponseCodec): DocumentForm {
  const { mediaType, field, entityTagField, nextPageField, preferred = false, maxAgeSeconds = 0 } = declared;
  const json = (answer: Uint8Array) => response.json(answer);
  const body = field === undefined ? json : response.bytesAt(field);
  const entityTag = entityTagField === undefined ? () => "" : response.textAt(entityTagField);
  const nextPage = nextPageField === undefined ? () => "" : response.textAt(nextPageField);
  if (!body || !entityTag || !nextPage)
    throw new Error(`the data lacks one of the fields ${[field, entityTagField, nextPageField].join(", ")}`);
  const contentType = TEXT.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
  const fileName = FILE_NAMES[mediaType];
  return { mediaType, contentType, fileName, preferred, maxAgeSeconds, body, entityTag, nextPage };
}

/**
 * Answers with the document, which caches may store, or with 304 when the caller has the document already (RFC 9110 section 13.1.2). The
 * entity tag is weak, because two cores sign the same list with different bits.
 * @param open whether callers without a credential get the document, so that shared caches may store it
 */
export function sendDocument(
  exchange: Exchange,
  document: DocumentForm,
  open: boolean,
  answer: Uint8Array,
): void {
  const { request, response, requestId, standing } = exchange;
  const headers = [...standing.list, ...exchange.headers];
  const kept =
    document.maxAgeSeconds === 0
      ? "no-store"
      : `${open ? "public" : "private"}, max-age=${document.maxAgeSeconds}`;
  const own = ["X-Request-ID", requestId, "Cache-Control", kept, "Vary", "Accept"];
  const tag = document.entityTag(answer);
  if (tag !== "") own.push("ETag", `W/"${tag}"`);
  if (tag !== "" && isKnown(one(request.headers["if-none-match"]), tag)) {
    own.push(...signatureHeaders(exchange, { httpStatus: 304, content: "" }));
    response.writeHead(304, headers.concat(own)).end();
    return;
  }
  const nextPage = document.nextPage(answer);
  if (nextPage !== "") own.push("Link", `<?${queryOf(exchange.query, nextPage)}>; rel="next"`);
  const body = document.body(answer);
  const length = Buffer.byteLength(body);
  checkRoom(exchange, length);
  const { contentType } = document;
  own.push("Content-Type", contentType, "Content-Length", String(length));
  if (document.fileName !== undefined)
    own.push("Content-Disposition", `attachment; filename="${document.fileName}"`);
  const content = request.method === "HEAD" ? "" : body;
  own.push(...signatureHeaders(exchange, { httpStatus: 200, contentType, content }));
  response.writeHead(200, headers.concat(own));
  if (request.method === "HEAD") response.end();
  else if (length > PIECE_BYTES) endInPieces(exchange, body);
  else {
    exchange.hold(length);
    response.end(body);
  }
}

/** Returns the query of the next page: the current query with another token. */
function queryOf(query: string, pageToken: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set("pageToken", pageToken);
  return parameters.toString();
}

/** Tells whether If-None-Match contains the tag, by weak comparison (RFC 9110 section 8.8.3.2). */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => {
    const given = part.trim();
    return given === "*" || given.replace(/^W\//, "") === `"${tag}"`;
  });
}
