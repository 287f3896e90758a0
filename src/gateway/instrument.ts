import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../logger.ts";
import { httpRequestDuration, httpRequestsInFlight, requestsRefused } from "../telemetry.ts";
import type { Exchange } from "./exchange.ts";

const kindWords = new Map(
  Object.entries(PrincipalKind).map(([name, kind]) => [
    kind,
    name.replace("PRINCIPAL_KIND_", "").toLowerCase(),
  ]),
);

/**
 * The logger of request lines. It looks for no secrets to redact, which costs more than all the rest of a line: a line has the members
 * below and no others, and none of them can hold one.
 */
export function requestLog(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** Counts an exchange and, when it ends, writes its one line: nothing of its headers, its body or its raw path. */
export function instrument(exchange: Exchange, log: Logger): void {
  const { request, response, requestId, start } = exchange;
  httpRequestsInFlight.inc();
  response.once("close", () => {
    httpRequestsInFlight.dec();
    const { routeName: route, principal, failure, forwarded } = exchange;
    const ms = performance.now() - start;
    const finished = response.writableFinished;
    const status = finished ? response.statusCode : undefined;
    const method = request.method ?? "";
    httpRequestDuration.observe({ method, route, status: status ?? "aborted" }, ms / 1000);
    if (failure && !forwarded) requestsRefused.inc({ reason: failure.entry });
    log.info(
      {
        requestId,
        method,
        route,
        ...(finished ? { status } : { aborted: true }),
        ms: Math.round(ms * 10) / 10,
        ...(failure ? { error: failure.entry, reason: failure.reason } : {}),
        ...(principal ? { caller: kindWords.get(principal.kind), credentialId: principal.credentialId } : {}),
      },
      "request",
    );
  });
}
