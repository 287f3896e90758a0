import type { IncomingMessage } from "node:http";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { Logger } from "../logger.ts";
import { Failure } from "../rpc/failure.ts";
import { tracer } from "../telemetry/tracer.ts";
import { sendFailure } from "./answer.ts";
import type { AnswerKeys } from "./answer-keys.ts";
import { type ApiOptions, api } from "./api.ts";
import type { Authenticator } from "./authenticate.ts";
import { type Authorities, checkAuthority } from "./authority.ts";
import { challengesOf } from "./challenge.ts";
import { connectionOf } from "./connection.ts";
import { counting } from "./count-requests.ts";
import { credentialReader } from "./credentials.ts";
import { beginExchange, CallerGone, type Exchange, exchangeOf } from "./exchange.ts";
import type { StandingHeaders } from "./response-head.ts";
import { checkRequestHead, checkTransferEncoding, checkVersion } from "./headers.ts";
import { checkHost } from "./host.ts";
import { instrument } from "./instrument.ts";
import { inSpanOf } from "./trace.ts";
import type { Limiter } from "../rpc/quota/limiter.ts";
import { isProbe, type PagesOptions, pages } from "./pages.ts";
import type { RefusedCalls } from "./refused-calls.ts";
import type { Proxies } from "./proxies.ts";
import { authorizationServer } from "./oauth/authorization-server.ts";
import type { AuthorizationCore } from "./oauth/core-calls.ts";
import { AUTHORIZATION_SERVER } from "./oauth/metadata.ts";
import { signInCore } from "./oauth/people/core.ts";
import { passkeyCore } from "./oauth/people/passkey-core.ts";
import { PROTECTED_RESOURCE } from "./protected-resource.ts";
import { prepareSignature } from "./sign-answer.ts";
import type { SigningPolicy } from "../rpc/require-signature.ts";
import { SECURITY_TXT } from "./security-txt.ts";
import { SingleUse } from "./single-use.ts";

const wellKnownPages: ReadonlySet<string> = new Set([SECURITY_TXT, PROTECTED_RESOURCE, AUTHORIZATION_SERVER]);

/** Limit of header lines, above every caller's need. */
export const HEADERS_MAX = 100;

export interface AppOptions
  extends Omit<ApiOptions, "counting" | "credentialsOf">,
    Omit<PagesOptions, "core" | "accessTokenKeys"> {
  /** The core's part of the embedded authorisation server. Absent when the server is not enabled. */
  authorizationCore?: AuthorizationCore | undefined;
  authenticator: Authenticator;
  limiter: Limiter;
  refusedCalls: Pick<RefusedCalls, "note">;
  authorities: Authorities;
  proxies: Proxies;
  publicUrl: string;
  requestSigning: SigningPolicy;
  /** The key that signs answers. */
  answerKeys: AnswerKeys;
  deadlineMsMax: number;
  /** Headers of every answer. */
  standing: StandingHeaders;
  log: Logger;
}

/**
 * Makes the gateway's Express application. Every answer is an envelope, except the documentation's files and the pages for people. The
 * first middleware serves the interface itself; only requests outside the interface go on through Express.
 */
export function gatewayApp(options: AppOptions): Express {
  const { log, deadlineMsMax, authorities, proxies, answerKeys } = options;
  const common = {
    deadlineMsMax,
    standing: options.standing,
    challenges: challengesOf(options),
    takesSignatures: options.requestSigning !== "off",
    callerAddress: (request: IncomingMessage) => proxies.callerAddress(request),
  };
  const credentialsOf = credentialReader(options);
  const counts = counting({ ...options, credentialsOf });
  const serveApi = api({ ...options, credentialsOf, counting: counts });
  const { authorizationCore, peopleClients = [] } = options;
  const servePage = pages({
    ...options,
    accessTokenKeys: authorizationCore && (() => authorizationCore.keys()),
  });
  const serveOAuth =
    authorizationCore &&
    authorizationServer({
      ...options,
      core: authorizationCore,
      signIn: signInCore(options.core),
      passkeys: passkeyCore(options.core),
      clients: peopleClients,
      needsDpop: options.needsDpop ?? false,
      credentialsOf,
      singleUse: new SingleUse(options.core),
    });
  const track = instrument(log, options.refusedCalls);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.enable("case sensitive routing");
  app.enable("strict routing");
  // Keeps stack traces out of answers if Express's own error handler ever runs.
  app.set("env", "production");

  const begin = (exchange: Exchange, next: NextFunction): void | Promise<void> => {
    const { request, response } = exchange;
    if (request.rawHeaders.length > HEADERS_MAX * 2) {
      throw new Failure("TOO_MANY_HEADERS", {
        message: `The request has more than ${HEADERS_MAX} headers.`,
      });
    }
    // The gateway upgrades no connection, but the parser loses bytes that follow an upgrade request in the same read. So the request is the
    // last one.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    refuseUnsafe(exchange);
    checkAuthority(exchange, authorities);
    checkRequestHead(request);
    return isApi(exchange) ? serveApi(exchange) : next();
  };
  const beginInTime = (exchange: Exchange, next: NextFunction): void | Promise<void> => {
    exchange.signal.throwIfAborted();
    return begin(exchange, next);
  };
  const prepare = (exchange: Exchange, next: NextFunction): void | Promise<void> => {
    const preparing = prepareSignature(exchange, answerKeys);
    if (!preparing) return begin(exchange, next);
    // It may turn out to be the last request of its connection.
    connectionOf(exchange.request.socket)?.holdOthers();
    return preparing.then(() => beginInTime(exchange, next));
  };
  app.use((request, response, next) => {
    const exchange = beginExchange(request, response, common);
    track(response);
    return tracer ? inSpanOf(tracer, exchange, () => prepare(exchange, next)) : prepare(exchange, next);
  });
  app.use(async (_request, response, next) => {
    const exchange = exchangeOf(response);
    if (isProbe(exchange)) exchange.counted = true;
    else if (isPage(exchange)) await counts.countSender(exchange);
    if (serveOAuth && (await serveOAuth(exchange))) return;
    if (!(await servePage(exchange))) next();
  });
  // Outside the interface. The route table answers a path that lacks the version.
  app.use((_request, response) => serveApi(exchangeOf(response)));
  app.use(async (error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const exchange = exchangeOf(response);
    const answer = error instanceof CallerGone ? error : await counts.refusal(exchange, error);
    sendFailure(exchange, answer, log);
  });
  return app;
}

/**
 * Refuses requests for which the end of the request is in doubt. The sender, or a proxy, could see another boundary, so the connection
 * ends.
 */
function refuseUnsafe({ request, response }: Exchange): void {
  try {
    checkVersion(request);
    checkHost(request);
    checkTransferEncoding(request);
  } catch (error) {
    response.shouldKeepAlive = false;
    throw error;
  }
}

function isApi({ path }: Exchange): boolean {
  return path.startsWith("/api/") || (path.startsWith("/.well-known/") && !wellKnownPages.has(path));
}

/** Tells whether the path may be one of the pages outside the interface. */
function isPage({ path }: Exchange): boolean {
  return (
    wellKnownPages.has(path) || /^\/(?:$|docs|openapi|protos|oauth\/|pay\/|ui\/|console|wallet)/.test(path)
  );
}
