import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isKnown } from "./document.ts";
import { type Exchange, one } from "./exchange.ts";
import { endInPieces, PIECE_BYTES } from "./large-answer.ts";
import { type Coding, contentCoding } from "./negotiate.ts";

/** How a file is served, where that differs from other files. */
export interface DownloadOptions {
  /** `Cache-Control`. Default: kept for five minutes. */
  readonly cacheControl?: string;
  /** The Content-Security-Policy of a page for people. Default: that of every answer, which allows a browser nothing. */
  readonly policy?: string;
  /** Header that decides with `Accept-Encoding` which file is served. */
  readonly vary?: string;
  /** Returns the file in a coding that was made beforehand; undefined when it was not. */
  readonly coded?: (coding: Coding) => Buffer | undefined;
  /** Status of the answer. Default: 200. A page for what is not found has no entity tag, because each address has it. */
  readonly status?: 200 | 404;
}

/** A release serves the same bytes all its life, so caches ask again only to see a new release soon. */
const CACHE_CONTROL = "public, max-age=300";
/** The next quality costs ten times as much for 7 % of the size. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A public file that all callers share. Each coding of it is made once, when the first caller asks for it. */
export class Download {
  readonly #contentType: string;
  readonly #content: Buffer;
  readonly #entityTag: string;
  readonly #isCompressed: boolean;
  readonly #options: DownloadOptions;
  readonly #coded = new Map<Coding, Promise<Buffer>>();

  constructor(contentType: string, content: Buffer, options: DownloadOptions = {}) {
    this.#options = options;
    this.#contentType = contentType;
    this.#content = content;
    this.#entityTag = hash("sha256", content, "base64url").slice(0, 22);
    this.#isCompressed = contentType === "application/gzip";
  }

  /** Answers with the file in the coding that the caller prefers, or with 304 when the caller has it (RFC 9110 section 13.1.2). */
  async send(exchange: Exchange): Promise<void> {
    const { request, response, requestId, standing, headers } = exchange;
    const coding = this.#isCompressed ? undefined : contentCoding(one(request.headers["accept-encoding"]));
    // Each coding is a representation of its own, so it has a tag of its own (RFC 9110 section 8.8.3.3).
    const tag = coding === undefined ? this.#entityTag : `${this.#entityTag}-${coding}`;
    const { cacheControl = CACHE_CONTROL, policy, vary, status = 200 } = this.#options;
    const own = ["X-Request-ID", requestId, "Cache-Control", cacheControl];
    if (status === 200) own.push("ETag", `"${tag}"`);
    if (!this.#isCompressed) own.push("Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
    const common = [...(policy ? withPolicy(standing.list, policy) : standing.list), ...headers];
    if (status === 200 && isKnown(one(request.headers["if-none-match"]), tag)) {
      response.writeHead(304, [...common, ...own]).end();
      return;
    }
    const body = coding === undefined ? this.#content : await this.#in(coding);
    own.push("Content-Type", this.#contentType, "Content-Length", String(body.length));
    if (coding !== undefined) own.push("Content-Encoding", coding);
    response.writeHead(status, [...common, ...own]);
    if (request.method === "HEAD") response.end();
    else if (body.length > PIECE_BYTES) endInPieces(exchange, body, true);
    else {
      exchange.hold(body.length);
      response.end(body);
    }
  }

  #in(coding: Coding): Promise<Buffer> {
    const known = this.#coded.get(coding);
    if (known) return known;
    const ready = this.#options.coded?.(coding);
    const made = ready
      ? Promise.resolve(ready)
      : coding === "br"
        ? promisify(brotliCompress)(this.#content, BROTLI)
        : promisify(gzip)(this.#content);
    this.#coded.set(coding, made);
    return made;
  }
}

/** Returns headers, names and values in turn, with another Content-Security-Policy. */
function withPolicy(list: readonly string[], policy: string): string[] {
  const at = list.indexOf("Content-Security-Policy");
  return at === -1 ? [...list, "Content-Security-Policy", policy] : list.with(at + 1, policy);
}
