import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";

const VISIBLE = /^[\x21-\x7e]{1,255}$/;
const SECONDS = /^\d{1,6}(?:\.\d{1,3})?$/;

/** The `Idempotency-Key`, if there is one. @throws Failure INVALID_IDEMPOTENCY_KEY unless it is 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header !== undefined && !VISIBLE.test(header)) throw new Failure("INVALID_IDEMPOTENCY_KEY");
  return header;
}

/** Milliseconds of a `Request-Timeout` in seconds, or undefined when it is absent or no positive decimal. */
export function timeoutMsOf(header: string | undefined): number | undefined {
  if (header === undefined || !SECONDS.test(header)) return undefined;
  const ms = Number(header) * 1000;
  return ms > 0 ? ms : undefined;
}

/** @throws Failure INVALID_ARGUMENT for a `Request-Timeout` that says nothing. */
export function checkTimeout(header: string | undefined): void {
  if (header === undefined || timeoutMsOf(header) !== undefined) return;
  throw Failure.ofField(
    "INVALID_ARGUMENT",
    "Request-Timeout",
    "WRONG_FORMAT",
    "Request-Timeout must be a number of seconds above 0, with at most 3 fraction digits.",
  );
}

/** How many times a header is given. Node keeps the first or the last of some, and says nothing of the others. @param name in lower case */
export function timesGiven({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Checks that it is HTTP/1.1, or 1.0 as simple programs still speak it. Node's parser lets others pass (0.9, 2.0) in the same form.
 * @throws Failure INVALID_ARGUMENT.
 */
export function checkVersion({ httpVersion }: IncomingMessage): void {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") throw notHttp();
}

/** What a method is that HTTP knows (RFC 9110 section 9, RFC 5789). */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"]);
/** As long as everybody has to understand (RFC 9112 section 3). */
const TARGET_BYTES_MAX = 8_000;

/**
 * Checks what the first line and the expectation say.
 * @throws Failure METHOD_NOT_IMPLEMENTED, URI_TOO_LONG, EXPECTATION_FAILED.
 */
export function checkRequestHead({ method = "", url = "", headers, httpVersion }: IncomingMessage): void {
  if (!METHODS.has(method)) throw new Failure("METHOD_NOT_IMPLEMENTED");
  if (url.length > TARGET_BYTES_MAX) throw targetTooLong();
  const { expect } = headers;
  // A caller of 1.0 cannot mean it (RFC 9110 section 10.1.1).
  if (expect === undefined || httpVersion === "1.0" || CONTINUE.test(expect)) return;
  throw new Failure("EXPECTATION_FAILED");
}

const CONTINUE = /^\s*100-continue\s*(?:,\s*100-continue\s*)*$/i;

export function targetTooLong(): Failure {
  return new Failure("URI_TOO_LONG", {
    message: `The path and the query are longer than ${TARGET_BYTES_MAX} bytes.`,
  });
}

/** What is not HTTP as it is spoken here. */
export function notHttp(): Failure {
  return new Failure("INVALID_ARGUMENT", { reason: "MALFORMED_HTTP", message: "This is not HTTP/1.1." });
}

/**
 * Checks that the end of a body can be told: its only transfer coding is `chunked` (RFC 9112 section 6.1).
 * @throws Failure INVALID_ARGUMENT.
 */
export function checkTransferEncoding({ headers }: IncomingMessage): void {
  const coding = headers["transfer-encoding"];
  if (coding === undefined || coding.toLowerCase() === "chunked") return;
  throw new Failure("INVALID_ARGUMENT", {
    reason: "TRANSFER_ENCODING",
    message: "The only transfer coding of a body that is understood here is chunked.",
  });
}
