import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { Logger } from "../logger.ts";
import { Failure } from "../rpc/failure.ts";
import { sendFailure } from "./answer.ts";
import { type ApiOptions, api } from "./api.ts";
import type { Authenticator } from "./authenticate.ts";
import { type Authorities, checkAuthority } from "./authority.ts";
import { counting } from "./count-requests.ts";
import { docs } from "./docs.ts";
import { beginExchange, CallerGone, type Exchange, exchangeOf } from "./exchange.ts";
import { standingHeaders } from "./response-head.ts";
import { checkRequestHead, checkTransferEncoding, checkVersion } from "./headers.ts";
import { checkHost } from "./host.ts";
import { instrument } from "./instrument.ts";
import type { Limiter } from "./limit.ts";
import { isProbe, type PagesOptions, pages } from "./pages.ts";
import { PREFIX } from "./routes.ts";
import { securityHeaders } from "./security-headers.ts";
import { behindWellKnown } from "./well-known.ts";

/** More header lines than any caller needs. */
export const HEADERS_MAX = 100;

export interface AppOptions extends Omit<ApiOptions, "counting">, Omit<PagesOptions, "core"> {
  authenticator: Authenticator;
  limiter: Limiter;
  authorities: Authorities;
  deadlineMsMax: number;
  /** Sends Strict-Transport-Security; not in sandbox mode, where it would bind every program on localhost. */
  strictTransport: boolean;
  log: Logger;
}

/**
 * The gateway's Express application. Every answer it gives, whatever happens, is an envelope (the documentation's files aside). The
 * first middleware serves the interface by itself; only what is beside the interface goes on through Express.
 */
export function gatewayApp(options: AppOptions): Express {
  const { log, deadlineMsMax, authorities } = options;
  const standing = standingHeaders(securityHeaders(options.strictTransport));
  const counts = counting(options);
  const serveApi = api({ ...options, counting: counts });
  const servePage = pages(options);
  const track = instrument(log);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.enable("case sensitive routing");
  app.enable("strict routing");
  // Should all else fail: no stack trace in the answer.
  app.set("env", "production");

  app.use((request, response, next) => {
    const exchange = beginExchange(request, response, deadlineMsMax, standing);
    track(response);
    if (request.rawHeaders.length > HEADERS_MAX * 2) {
      throw new Failure("HEADERS_TOO_LARGE", {
        reason: "TOO_MANY_HEADERS",
        message: `The request has more than ${HEADERS_MAX} headers.`,
      });
    }
    // Nothing is upgraded, but what follows such a request in the same read is lost to the parser: so it is the last one.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    refuseUnsafe(exchange);
    checkAuthority(exchange, authorities);
    checkRequestHead(request);
    return isApi(exchange) ? serveApi(exchange) : next();
  });
  app.use(async (_request, response, next) => {
    const exchange = exchangeOf(response);
    if (isProbe(exchange)) exchange.counted = true;
    else if (isPage(exchange)) await counts.countSender(exchange);
    if (!(await servePage(exchange))) next();
  });
  app.use("/docs", docs());
  // Outside the interface; the route table knows what to say of a path without its version.
  app.use((_request, response) => serveApi(exchangeOf(response)));
  app.use(async (error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const exchange = exchangeOf(response);
    const answer = error instanceof CallerGone ? error : await counts.refusal(exchange, error);
    sendFailure(exchange, answer, log);
  });
  return app;
}

/** Who sends such a request, or who stands between, cannot be trusted with where the next one begins. */
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
  return path.startsWith(`${PREFIX}/`) || behindWellKnown(path) !== undefined;
}

/** Whether it may be one of the pages that are not of the interface. */
function isPage({ path }: Exchange): boolean {
  return /^\/(?:docs|openapi|pay\/)/.test(path);
}
