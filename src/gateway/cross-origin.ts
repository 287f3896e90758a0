import type { IncomingMessage } from "node:http";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";
import { type Exchange, one } from "./exchange.ts";
import { setHead } from "./response-head.ts";

/** An `https` origin (RFC 6454 section 6.2). Its text goes back to the browser that has sent it. */
const HTTPS_ORIGIN = /^https:\/\/[a-z0-9.:[\]-]{1,247}$/;
/** Request headers that mean something to this service, and that browsers send to other origins only when they are permitted. */
const REQUEST_HEADERS = [
  "Accept",
  "Accept-Signature",
  "Authorization",
  "Content-Digest",
  "Content-Type",
  "DPoP",
  "Idempotency-Key",
  "If-Match",
  "Last-Event-ID",
  "If-None-Match",
  "Request-Timeout",
  "Signature",
  "Signature-Input",
  "X-Request-ID",
].join(", ");
/** Headers of answers that scripts read, beside those that browsers always show them. */
const EXPOSED_HEADERS = [
  "Accept-Signature",
  "Content-Digest",
  "Deprecation",
  "DPoP-Nonce",
  "ETag",
  "Idempotency-Replayed",
  "Link",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Signature",
  "Signature-Input",
  "Sunset",
  "WWW-Authenticate",
  "X-Request-ID",
].join(", ");
/** The longest time for which browsers keep the answer to a preflight. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Returns the origin of the page of another site that makes a browser send the request. Undefined for a program, which sends no `Origin`,
 * and for a page of this service.
 */
function foreignOrigin({ headers }: IncomingMessage): string | undefined {
  const { origin, host } = headers;
  if (origin === undefined || origin === `https://${host}`) return undefined;
  return one(headers["sec-fetch-site"]) === "same-origin" ? undefined : origin;
}

/** Tells whether a browser asks if a page of another origin may send a request (a CORS preflight). */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === "OPTIONS" &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}

/**
 * Answers a preflight. It carries no credential, so it says nothing about one: pages of every `https` origin may ask, and the credential of
 * the request itself decides. Cookies and client certificates are never allowed.
 *
 * @param verb of the operation that the browser asks about
 */
export function answerPreflight(exchange: Exchange, verb: string): void {
  const { request, response, requestId, standing, headers } = exchange;
  const { origin = "" } = request.headers;
  headers.push("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
  if (HTTPS_ORIGIN.test(origin))
    headers.push(
      "Access-Control-Allow-Origin",
      origin,
      "Access-Control-Allow-Methods",
      verb,
      "Access-Control-Allow-Headers",
      REQUEST_HEADERS,
      "Access-Control-Max-Age",
      String(PREFLIGHT_SECONDS),
    );
  headers.push("X-Request-ID", requestId);
  setHead(response, 204, standing, headers);
  response.end();
}

/**
 * Lets the page of another origin read the answer, if the credential allows the origin. A request without a credential gets what everyone
 * gets, and its page cannot read it.
 * @returns the failure to answer when the credential does not allow the origin
 */
export function admitOrigin(
  { request, headers }: Exchange,
  { credentialId, limits }: Principal,
): Failure | undefined {
  const origin = foreignOrigin(request);
  if (origin === undefined) return undefined;
  headers.push("Vary", "Origin");
  if (credentialId === "") return undefined;
  if (!limits?.allowedOrigins.includes(origin))
    return new Failure("ORIGIN_NOT_ALLOWED", {
      message:
        "The request comes from a page of an origin that its credential does not allow. Use a credential with this origin in limits.allowedOrigins, or call from a server.",
    });
  headers.push("Access-Control-Allow-Origin", origin, "Access-Control-Expose-Headers", EXPOSED_HEADERS);
  return undefined;
}
