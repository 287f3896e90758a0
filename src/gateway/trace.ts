// How requests appear in traces.
import type { Span } from "../telemetry/span.ts";
import { type Tracer, tracer } from "../telemetry/tracer.ts";
import type { Exchange } from "./exchange.ts";

/** Answers a request for its span, when it is recorded. The span ends with the exchange. */
export function inSpanOf<T>(of: Tracer, { span }: Exchange, answer: () => T): T {
  return of.within(span ? [span] : [], answer);
}

/** Runs work that belongs to no request. */
export function outsideSpans<T>(work: () => T): T {
  return tracer ? tracer.within([], work) : work();
}

/** Ends the span of a request. @param status the HTTP status; undefined when the caller did not take the answer */
export function endSpan(span: Span, exchange: Exchange, status: number | undefined): void {
  const { request, requestId, operation, routeName: route, failure } = exchange;
  const method = request.method ?? "";
  span.rename(operation ?? `${method} ${route}`);
  span.set({
    "pda.request_id": requestId,
    "http.request.method": method,
    "http.route": route,
    ...(operation === undefined ? {} : { "pda.operation": operation }),
    ...(status === undefined ? {} : { "http.response.status_code": status }),
  });
  if (failure) span.fail(failure.entry, (status ?? 0) >= 500);
  else if (status === undefined) span.fail("aborted", false);
  span.end();
}
