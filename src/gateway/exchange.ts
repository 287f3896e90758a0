import type { ScopeAccess } from "../rpc/authorise.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Response } from "express";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";
import type { SignableAnswer } from "../trust/http-signature/answer.ts";
import type { Span } from "../telemetry/span.ts";
import { type SpanStart, tracer } from "../telemetry/tracer.ts";
import type { Challenges } from "./challenge.ts";
import { connectionOf } from "./connection.ts";
import type { StandingHeaders } from "./response-head.ts";
import { requestIdOf } from "../rpc/request-id.ts";
import { timeoutMsOf } from "./headers.ts";
import { LightSignal } from "../rpc/light-signal.ts";
import { type Acceptance, acceptance } from "./negotiate.ts";

/** The reason of an exchange that ended without an answer, because the caller went away. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
}

/** What all exchanges of a gateway have in common. */
export interface ExchangeOptions {
  readonly deadlineMsMax: number;
  readonly standing: StandingHeaders;
  /** How callers without a valid credential are asked for one. */
  readonly challenges: Challenges;
  /** Whether requests may be signed. */
  readonly takesSignatures: boolean;
  /** Returns the network address of the caller. */
  readonly callerAddress: (request: IncomingMessage) => string;
}

/** The name is replaced when the operation is known. */
const requestSpan: SpanStart = { name: "request", kind: "server" };

/** One request and its answer, from arrival to the last byte. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly accepts: Acceptance;
  /** Path of the request, raw. */
  readonly path: string;
  /** The raw query, without `?`. */
  readonly query: string;
  /** `performance.now()` at arrival. */
  readonly start: number;
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** The headers of every answer. */
  readonly standing: StandingHeaders;
  /** How callers without a valid credential are asked for one. */
  readonly challenges: Challenges;
  /** Whether requests may be signed. */
  readonly takesSignatures: boolean;
  /** Names and values in turn for the head of this answer; they are written once, with the status. */
  readonly headers: string[] = [];
  /** The route template; "unknown" until the route is found. */
  routeName = "unknown";
  principal: Principal | undefined = undefined;
  /** Name of the operation, once the route is found. */
  operation: string | undefined = undefined;
  /** The scope that the operation needs, once the route is found. */
  scope: ScopeAccess | undefined = undefined;
  /** Network address of the caller; empty once the connection is lost. */
  readonly address: string;
  /** The span of the request, when it is recorded in a trace. */
  readonly span: Span | undefined;
  /** The failure that was answered, if any. */
  failure: Failure | undefined = undefined;
  /** Signs the answer, if the request wants that and the service can. Returns headers, names and values in turn. */
  signs: ((answer: SignableAnswer) => readonly string[] | undefined) | undefined = undefined;
  /** The request was counted against a quota, or needs no count. */
  counted = false;
  /** The operation wants the body, which is being read or was read. */
  readsBody = false;
  /** The request was forwarded to the core. */
  forwarded = false;
  /** The rest of the request's body will not come. */
  bodyLost = false;
  /** Bytes of the answer that are held until the caller has taken the last one. */
  held = 0;
  /**
   * Aborts with DEADLINE_EXCEEDED at the deadline, with REQUEST_TIMEOUT when the body is late, and with `CallerGone` when the connection is
   * lost before the answer.
   */
  readonly signal = new LightSignal();
  readonly #deadline: NodeJS.Timeout;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { deadlineMsMax, standing, challenges, takesSignatures, callerAddress }: ExchangeOptions,
  ) {
    const given = request.headers;
    const timeoutMs = Math.min(timeoutMsOf(one(given["request-timeout"])) ?? deadlineMsMax, deadlineMsMax);
    const { path, query } = target(request.url ?? "/");
    this.request = request;
    this.response = response;
    this.requestId = requestIdOf(one(given["x-request-id"]));
    this.accepts = acceptance(given.accept);
    this.address = callerAddress(request);
    this.path = path;
    this.query = query;
    this.start = performance.now();
    this.deadlineMs = Date.now() + timeoutMs;
    this.standing = standing;
    this.challenges = challenges;
    this.takesSignatures = takesSignatures;
    this.span = tracer?.ofCaller(requestSpan, given.traceparent);
    this.#deadline = setTimeout(expire, timeoutMs, this);
  }

  /** Counts memory of the answer until the caller has taken the answer. */
  hold(bytes: number): void {
    this.held += bytes;
    connectionOf(this.request.socket)?.hold(bytes);
  }

  /** Releases memory of the answer that the caller has taken before its end. */
  release(bytes: number): void {
    this.held -= bytes;
    connectionOf(this.request.socket)?.release(bytes);
  }

  /** Lifts the deadline, for an answer that lasts as long as its caller wants. */
  liftDeadline(): void {
    clearTimeout(this.#deadline);
  }

  /** Ends the exchange: stops the deadline and, without a complete answer, aborts the signal. */
  end(): void {
    clearTimeout(this.#deadline);
    if (!this.response.writableFinished) this.signal.abort(new CallerGone("the caller went away"));
  }
}

/**
 * Expires the exchange. A late body is the caller's own delay (RFC 9110 section 15.5.9). Every other delay is one of the tiers behind the
 * gateway.
 */
function expire({ request, readsBody, signal }: Exchange): void {
  if (readsBody && !request.complete) connectionOf(request.socket)?.refuse(new Failure("REQUEST_TIMEOUT"));
  else signal.abort(new Failure("DEADLINE_EXCEEDED"));
}

/** Begins the exchange of a request. The exchange ends when the response closes. */
export function beginExchange(
  request: IncomingMessage,
  response: Response,
  options: ExchangeOptions,
): Exchange {
  const exchange = new Exchange(request, response, options);
  response.locals.exchange = exchange;
  return exchange;
}

/** Returns the exchange that `beginExchange` began for a response. */
export function exchangeOf(response: Response): Exchange {
  return response.locals.exchange;
}

/** Ends the exchange of a request whose body breaks off, with this failure unless an answer is already written. */
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

/** Returns the value of the promise, or rejects with the signal's reason as soon as the signal aborts; the promise is then ignored. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Without a handler, its rejection would end the process.
    promise.catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    signal.addEventListener("abort", aborted, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", aborted));
  });
}

/** Returns the value of a header. Repeated headers are joined with ", ", as Node joins them, so the result is not a valid value. */
export function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}

/** Returns the path and query of a request target in origin form or absolute form (RFC 9112 section 3.2). */
function target(url: string): { path: string; query: string } {
  const local = url.startsWith("/") ? url : url.slice(/^https?:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0);
  const at = local.indexOf("?");
  if (at === -1) return { path: local === "" ? "/" : local, query: "" };
  return { path: at === 0 ? "/" : local.slice(0, at), query: local.slice(at + 1) };
}
