import type { IncomingMessage, ServerResponse } from "node:http";
import type { Response } from "express";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";
import { connectionOf } from "./connection.ts";
import type { StandingHeaders } from "./response-head.ts";
import { requestIdOf } from "../rpc/request-id.ts";
import { timeoutMsOf } from "./headers.ts";
import { LightSignal } from "../rpc/light-signal.ts";
import { type Acceptance, acceptance } from "./negotiate.ts";

/** Why an exchange ended without an answer. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
}

/** One request and its answer, from arrival to the last byte. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly accepts: Acceptance;
  /** Path of the request, raw. */
  readonly path: string;
  /** What follows `?`, raw. */
  readonly query: string;
  /** `performance.now()` at arrival. */
  readonly start: number;
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** What the head of every answer has. */
  readonly standing: StandingHeaders;
  /** Names and values in turn, for the head of this answer; written once, with the status. */
  readonly headers: string[] = [];
  /** Route template, once it is known; "unknown" until then. */
  routeName = "unknown";
  principal: Principal | undefined = undefined;
  /** The refusal that was answered, if any. */
  failure: Failure | undefined = undefined;
  /** The request was counted against a quota, or needs none. */
  counted = false;
  /** The body is wanted, and is being read or was. */
  readsBody = false;
  /** The core was asked to do what the request wants. */
  forwarded = false;
  /** The rest of the request's body is not going to come. */
  bodyLost = false;
  /** Bytes of its answer that are kept until the caller has taken the last one. */
  held = 0;
  /** Aborts with DEADLINE_EXCEEDED at the deadline, REQUEST_TIMEOUT when the body is late, with `CallerGone` when the connection is lost before the answer. */
  readonly signal = new LightSignal();
  readonly #deadline: NodeJS.Timeout;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    deadlineMsMax: number,
    standing: StandingHeaders,
  ) {
    const given = request.headers;
    const timeoutMs = Math.min(timeoutMsOf(one(given["request-timeout"])) ?? deadlineMsMax, deadlineMsMax);
    const { path, query } = target(request.url ?? "/");
    this.request = request;
    this.response = response;
    this.requestId = requestIdOf(one(given["x-request-id"]));
    this.accepts = acceptance(given.accept);
    this.path = path;
    this.query = query;
    this.start = performance.now();
    this.deadlineMs = Date.now() + timeoutMs;
    this.standing = standing;
    this.#deadline = setTimeout(expire, timeoutMs, this);
  }

  /** The answer takes so much memory until it is taken. */
  hold(bytes: number): void {
    this.held += bytes;
    connectionOf(this.request.socket)?.hold(bytes);
  }

  /** Whatever still works for the exchange is told to stop. */
  end(): void {
    clearTimeout(this.#deadline);
    if (!this.response.writableFinished) this.signal.abort(new CallerGone("the caller went away"));
  }
}

/** What the caller owes is its own delay (RFC 9110 section 15.5.9), all else is one of what is behind the gateway. */
function expire({ request, readsBody, signal }: Exchange): void {
  if (readsBody && !request.complete) connectionOf(request.socket)?.refuse(new Failure("REQUEST_TIMEOUT"));
  else signal.abort(new Failure("DEADLINE_EXCEEDED"));
}

/** Begins the exchange of a request; it ends when the response is closed. */
export function beginExchange(
  request: IncomingMessage,
  response: Response,
  deadlineMsMax: number,
  standing: StandingHeaders,
): Exchange {
  const exchange = new Exchange(request, response, deadlineMsMax, standing);
  response.locals.exchange = exchange;
  return exchange;
}

/** The exchange of a response that `beginExchange` began. */
export function exchangeOf(response: Response): Exchange {
  return response.locals.exchange;
}

/** Ends the exchange of a request whose body breaks off: with this failure, unless another answer is written already. */
export function loseBody(response: ServerResponse, failure: Failure): void {
  const exchange = exchangeOf(response as Response);
  exchange.bodyLost = true;
  if (response.headersSent) {
    response.end();
    return;
  }
  response.shouldKeepAlive = false;
  exchange.signal.abort(failure);
}

/** The value, or the signal's reason as soon as that aborts; what the promise then does is of no interest. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    signal.addEventListener("abort", aborted, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", aborted));
  });
}

/** The value of a header; Node joins repeated ones of these names with ", ", which then is no valid value. */
export function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}

/** Path and query of a request target in origin form or absolute form (RFC 9112 section 3.2). */
function target(url: string): { path: string; query: string } {
  const local = url.startsWith("/") ? url : url.slice(/^https?:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0);
  const at = local.indexOf("?");
  if (at === -1) return { path: local === "" ? "/" : local, query: "" };
  return { path: at === 0 ? "/" : local.slice(0, at), query: local.slice(at + 1) };
}
