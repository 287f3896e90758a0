import type { Response } from "express";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../logger.ts";
import { httpInFlight, httpRequestDuration, requestsRefused } from "../telemetry.ts";
import { connectionOf } from "./connection.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import type { RefusedCalls } from "./refused-calls.ts";
import { endSpan } from "./trace.ts";

const kindWords = new Map(
  Object.entries(PrincipalKind).map(([name, kind]) => [
    kind,
    name.replace("PRINCIPAL_KIND_", "").toLowerCase(),
  ]),
);

/**
 * Ends exchanges, counts them, notifies their connections, notes for the audit log what no core has seen, and logs one line for each. A line contains nothing of the headers, the body or
 * the raw path.
 * @returns a function to call with each response when its exchange begins.
 */
export function instrument(log: Logger, refused: Pick<RefusedCalls, "note">): (response: Response) => void {
  // A line has only the members below. To search them for secrets would cost more than the rest of the line.
  const lines = log.child({}, { redact: [] });
  // One function serves all responses, as a single listener for everything that is due when a response closes.
  function ended(this: Response): void {
    httpInFlight.requests -= 1;
    const exchange = exchangeOf(this);
    exchange.end();
    account(exchange, lines);
    if (isOurs(exchange)) refused.note(exchange);
    connectionOf(exchange.request.socket)?.answered(this, exchange.held);
  }
  return (response) => {
    httpInFlight.requests += 1;
    response.on("close", ended);
  };
}

/** Tells whether the request failed without a core that has recorded it. */
const isOurs = ({ failure, forwarded }: Exchange): boolean =>
  failure !== undefined && (!forwarded || failure.entry === "UNAVAILABLE");

function account(exchange: Exchange, lines: Logger): void {
  const { request, response, requestId, routeName: route, principal, failure } = exchange;
  const ms = performance.now() - exchange.start;
  const finished = response.writableFinished;
  const status = finished ? response.statusCode : undefined;
  const method = request.method ?? "";
  const { span } = exchange;
  httpRequestDuration.observe({ method, route, status: status ?? "aborted" }, ms / 1000, span);
  if (span) endSpan(span, exchange, status);
  if (failure && !exchange.forwarded) requestsRefused.inc({ reason: failure.entry });
  if (!lines.isLevelEnabled("info")) return;
  lines.info(
    {
      requestId,
      ...(span ? { traceId: span.traceId } : {}),
      method,
      route,
      ...(finished ? { status } : { aborted: true }),
      ms: Math.round(ms * 10) / 10,
      ...(failure ? { error: failure.entry, reason: failure.reason } : {}),
      ...(principal ? { caller: kindWords.get(principal.kind), credentialId: principal.credentialId } : {}),
    },
    "request",
  );
}
