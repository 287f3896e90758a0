import type { Logger } from "../logger.ts";
import type { CoreClient } from "../rpc/client.ts";
import { Failure } from "../rpc/failure.ts";
import { send } from "./answer.ts";
import { ANONYMOUS, type Authenticator } from "./authenticate.ts";
import { authorise, requireCredential } from "./authorise.ts";
import { checkBodyHeaders, hasBody, readBody } from "./body.ts";
import { success } from "./envelope.ts";
import { type Exchange, one, untilAborted } from "./exchange.ts";
import { checkTimeout, idempotencyKeyOf } from "./headers.ts";
import { type Limiter, type Quota, rateLimited } from "./limit.ts";
import type { Route, Routes } from "./routes.ts";

export interface ApiOptions {
  routes: Routes;
  core: CoreClient;
  authenticator: Authenticator;
  limiter: Limiter;
  bodyBytesMax: number;
  log: Logger;
}

/**
 * The interface under `/api/v1`: one path for every operation. The order of refusals is that of the contract: route, size and media
 * type, credential, rate, scope, form of the request; what comes after is the core's.
 * @returns a function that answers an exchange. @throws Failure for every refusal; nothing has been written then.
 */
export function api(options: ApiOptions): (exchange: Exchange) => Promise<void> {
  const { routes, core, bodyBytesMax } = options;
  return async (exchange) => {
    const { request, response, requestId, signal, deadlineMs, query } = exchange;
    const { route, values } = await admitted(exchange, options, () => {
      const found = routes.find(request.method ?? "GET", exchange.path);
      exchange.routeName = found.route.template;
      if (!exchange.accepts.json) throw new Failure("NOT_ACCEPTABLE");
      checkBodyHeaders(request, found.route.takesBody, bodyBytesMax);
      return found;
    });
    const principal = exchange.principal ?? ANONYMOUS;
    authorise(route, principal);
    checkTimeout(one(request.headers["request-timeout"]));
    const idempotencyKey = route.operation.readOnly
      ? undefined
      : idempotencyKeyOf(one(request.headers["idempotency-key"]));
    const body = hasBody(request) ? await readBody(request, bodyBytesMax, signal) : undefined;
    const message = route.transcode.request({ values, query, body });

    exchange.forwarded = true;
    const result = await core
      .call(route.operation.path, message, {
        requestId,
        principal,
        deadlineMs,
        signal,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      })
      .catch((error: unknown) => {
        throw inJsonNames(error, route);
      });
    const data = route.response.decode(result.response);
    if (result.replayed) response.setHeader("Idempotency-Replayed", "true");
    if (route.location) response.setHeader("Location", route.location(data, values));
    send(exchange, success(requestId, data, route.location !== undefined));
  };
}

/**
 * Lets a request in: `check` first, then the credential, then the rate. What is refused before its caller is known counts against the
 * network address; guessing credentials beyond that quota is answered as such.
 */
async function admitted<T extends { route: Route }>(
  exchange: Exchange,
  { authenticator, limiter }: ApiOptions,
  check: () => T,
): Promise<T> {
  const { request, requestId, signal } = exchange;
  const address = request.socket.remoteAddress ?? "";
  let checked: T;
  try {
    checked = check();
    const { authorization } = request.headersDistinct;
    if (authorization && authorization.length > 1) {
      throw new Failure("UNAUTHENTICATED", { reason: "CREDENTIAL_MALFORMED" });
    }
    const principal = await untilAborted(authenticator.authenticate(authorization?.[0], requestId), signal);
    requireCredential(checked.route, principal);
    exchange.principal = principal;
  } catch (error) {
    const quota = await limiter.count(ANONYMOUS, address);
    setQuota(exchange, quota);
    const guess = error instanceof Failure && error.entry === "UNAUTHENTICATED";
    throw guess && quota.exceeded ? rateLimited(quota) : error;
  }
  const quota = await limiter.count(exchange.principal, address);
  setQuota(exchange, quota);
  if (quota.exceeded) throw rateLimited(quota);
  return checked;
}

function setQuota({ response }: Exchange, { policy, limit }: Quota): void {
  response.setHeader("RateLimit-Policy", policy);
  response.setHeader("RateLimit", limit);
}

/** The core names fields as the contract does; callers know them by their JSON names. */
function inJsonNames(error: unknown, { transcode }: Route): unknown {
  if (!(error instanceof Failure) || error.violations.length === 0) return error;
  const { message, reason, retryAfterSeconds, cause } = error;
  const violations = error.violations.map((violation) => ({
    ...violation,
    field: transcode.jsonPath(violation.field),
  }));
  const [first] = error.violations;
  const named = first !== undefined && first.field !== "" && message.startsWith(`${first.field}: `);
  return new Failure(error.entry, {
    message: named ? `${violations[0]?.field}${message.slice(first.field.length)}` : message,
    reason,
    violations,
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
