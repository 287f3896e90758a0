import express, { type Express } from "express";
import helmet from "helmet";
import type { Logger } from "../logger.ts";
import { Failure } from "../rpc/failure.ts";
import { sendFailure } from "./answer.ts";
import { type ApiOptions, api } from "./api.ts";
import { ANONYMOUS } from "./authenticate.ts";
import { docs } from "./docs.ts";
import { beginExchange, type Exchange, exchangeOf } from "./exchange.ts";
import { instrument, requestLog } from "./instrument.ts";
import { type Limiter, rateLimited } from "./limit.ts";
import { type PagesOptions, pages } from "./pages.ts";
import { PREFIX } from "./routes.ts";

/** More header lines than any caller needs. */
export const HEADERS_MAX = 100;

export interface AppOptions extends ApiOptions, Omit<PagesOptions, "core"> {
  deadlineMsMax: number;
  /** Sends Strict-Transport-Security; not in sandbox mode, where it would bind every program on localhost. */
  strictTransport: boolean;
  log: Logger;
}

/** The gateway's Express application. Every answer it gives, whatever happens, is an envelope (the documentation's files aside). */
export function gatewayApp(options: AppOptions): Express {
  const { log, deadlineMsMax, isOpen } = options;
  const serveApi = api(options);
  const servePage = pages(options);
  const lines = requestLog(log);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.enable("case sensitive routing");
  app.enable("strict routing");
  // Should all else fail: no stack trace in the answer.
  app.set("env", "production");

  app.use((request, response, next) => {
    instrument(beginExchange(request, response, deadlineMsMax), lines);
    if (!isOpen()) response.setHeader("Connection", "close");
    if (request.rawHeaders.length > HEADERS_MAX * 2) {
      throw new Failure("INVALID_ARGUMENT", {
        reason: "TOO_MANY_HEADERS",
        message: "There are too many headers.",
      });
    }
    next();
  });
  app.use(securityHeaders(options.strictTransport));
  app.use(async (_request, response, next) => {
    const exchange = exchangeOf(response);
    if (isApi(exchange)) {
      await serveApi(exchange);
      return;
    }
    if (isDocumentation(exchange)) await limitDocumentation(exchange, options.limiter);
    if (!(await servePage(exchange))) next();
  });
  app.use("/docs", docs());
  app.use(async (_request, response) => {
    // Outside the interface; the route table knows what to say of a path without its version.
    await serveApi(exchangeOf(response));
  });
  app.use(
    (error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      sendFailure(exchangeOf(response), error, log);
    },
  );
  return app;
}

function isApi({ path }: Exchange): boolean {
  return path.startsWith(`${PREFIX}/`);
}

function isDocumentation({ path }: Exchange): boolean {
  return /^\/(?:docs|openapi)/.test(path);
}

async function limitDocumentation(
  { request, response, requestId }: Exchange,
  limiter: Limiter,
): Promise<void> {
  const quota = await limiter.count(ANONYMOUS, request.socket.remoteAddress ?? "");
  if (quota.exceeded) throw rateLimited(quota);
  response.setHeader("X-Request-ID", requestId);
}

function securityHeaders(strictTransport: boolean) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: strictTransport ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
    // Says nothing to a machine, and browsers no longer read them.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  });
}
