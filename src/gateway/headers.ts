import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";

const VISIBLE = /^[\x21-\x7e]{1,255}$/;
const SECONDS = /^\d{1,6}(?:\.\d{1,3})?$/;

/** Returns the `Idempotency-Key`, if given. @throws Failure INVALID_IDEMPOTENCY_KEY unless the key is 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header !== undefined && !VISIBLE.test(header)) throw new Failure("INVALID_IDEMPOTENCY_KEY");
  return header;
}

/** Returns a `Request-Timeout` in milliseconds, given in seconds; undefined when the header is absent or not a positive decimal. */
export function timeoutMsOf(header: string | undefined): number | undefined {
  if (header === undefined || !SECONDS.test(header)) return undefined;
  const ms = Number(header) * 1000;
  return ms > 0 ? ms : undefined;
}

/** Checks a `Request-Timeout`. @throws Failure INVALID_ARGUMENT for a malformed value. */
export function checkTimeout(header: string | undefined): void {
  if (header === undefined || timeoutMsOf(header) !== undefined) return;
  throw Failure.ofField(
    "Request-Timeout",
    "WRONG_FORMAT",
    "Request-Timeout must be a number of seconds above 0, with at most 3 fraction digits.",
  );
}

/** Counts how often a header is given. Node keeps only the first or the last value of some headers. @param name in lower case */
export function timesGiven({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Checks that the request is HTTP/1.1, or HTTP/1.0, which simple programs still use. Node's parser also accepts other versions (0.9, 2.0).
 * @throws Failure INVALID_ARGUMENT.
 */
export function checkVersion({ httpVersion }: IncomingMessage): void {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") throw notHttp();
}

/** The methods that HTTP defines (RFC 9110 section 9, RFC 5789). */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"]);
/** The length that every recipient should support (RFC 9112 section 3). */
const TARGET_BYTES_MAX = 8_000;

/**
 * Checks the first line and the Expect header.
 * @throws Failure METHOD_NOT_IMPLEMENTED, URI_TOO_LONG, EXPECTATION_FAILED.
 */
export function checkRequestHead({ method = "", url = "", headers, httpVersion }: IncomingMessage): void {
  if (!METHODS.has(method)) throw new Failure("METHOD_NOT_IMPLEMENTED");
  if (url.length > TARGET_BYTES_MAX) throw targetTooLong();
  const { expect } = headers;
  // The Expect header of an HTTP/1.0 caller is ignored (RFC 9110 section 10.1.1).
  if (expect === undefined || httpVersion === "1.0" || CONTINUE.test(expect)) return;
  throw new Failure("EXPECTATION_FAILED");
}

const CONTINUE = /^\s*100-continue\s*(?:,\s*100-continue\s*)*$/i;

export function targetTooLong(): Failure {
  return new Failure("URI_TOO_LONG", {
    message: `The path and the query are longer than ${TARGET_BYTES_MAX} bytes.`,
  });
}

/** Returns the failure for input that is not HTTP/1.1. */
export function notHttp(): Failure {
  return new Failure("MALFORMED_HTTP", {
    message: "The request is not valid HTTP/1.1.",
  });
}

/**
 * Checks that the end of a body can be found: the only transfer coding is `chunked` (RFC 9112 section 6.1). HTTP/1.0 has none, so that a
 * proxy of that version may have seen another end.
 * @throws Failure INVALID_ARGUMENT.
 */
export function checkTransferEncoding({ headers, httpVersion }: IncomingMessage): void {
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return;
  const isOld = httpVersion === "1.0";
  if (coding.toLowerCase() === "chunked" && !isOld) return;
  throw new Failure("TRANSFER_ENCODING", {
    message: isOld
      ? "A request of HTTP/1.0 cannot have a transfer coding. Send its Content-Length."
      : "The only supported transfer coding is chunked.",
  });
}
