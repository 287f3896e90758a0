import type { IncomingMessage, ServerResponse } from "node:http";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";
import { requestIdOf, timeoutMsOf } from "./headers.ts";
import { type Acceptance, acceptance } from "./negotiate.ts";

/** One request and its answer, from arrival to the last byte. */
export interface Exchange {
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
  /** Aborts with DEADLINE_EXCEEDED at the deadline, with `CallerGone` when the connection is lost before the answer. */
  readonly signal: AbortSignal;
  /** Route template, once it is known; "unknown" until then. */
  routeName: string;
  principal: Principal | undefined;
  /** The refusal that was answered, if any. */
  failure: Failure | undefined;
  /** The core was asked to do what the request wants. */
  forwarded: boolean;
}

/** Why an exchange ended without an answer. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
}

const exchanges = new WeakMap<ServerResponse, Exchange>();

/** Begins the exchange of a request: identity, deadline, and the signal that ends its work. */
export function beginExchange(
  request: IncomingMessage,
  response: ServerResponse,
  deadlineMsMax: number,
): Exchange {
  const { headers } = request;
  const timeoutMs = Math.min(timeoutMsOf(one(headers["request-timeout"])) ?? deadlineMsMax, deadlineMsMax);
  const abort = new AbortController();
  const deadline = setTimeout(() => abort.abort(new Failure("DEADLINE_EXCEEDED")), timeoutMs);
  response.once("close", () => {
    clearTimeout(deadline);
    if (!response.writableFinished) abort.abort(new CallerGone("the caller went away"));
  });
  const { path, query } = target(request.url ?? "/");
  const exchange: Exchange = {
    request,
    response,
    requestId: requestIdOf(one(headers["x-request-id"])),
    accepts: acceptance(headers.accept),
    path,
    query,
    start: performance.now(),
    deadlineMs: Date.now() + timeoutMs,
    signal: abort.signal,
    routeName: "unknown",
    principal: undefined,
    failure: undefined,
    forwarded: false,
  };
  exchanges.set(response, exchange);
  return exchange;
}

/** The exchange of a response that `beginExchange` began. */
export function exchangeOf(response: ServerResponse): Exchange {
  const found = exchanges.get(response);
  if (!found) throw new Error("the exchange of this response was never begun");
  return found;
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
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  const [path, query] = split(url.slice(origin.length), "?");
  return { path: path === "" ? "/" : path, query };
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
