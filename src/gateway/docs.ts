import { Router } from "express";
import { contentSecurityPolicy } from "helmet";
import swaggerUi from "swagger-ui-express";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { isRead } from "./pages.ts";
import { MethodNotAllowed } from "./routes.ts";

const ASSETS = [
  "/swagger-ui.css",
  "/swagger-ui-bundle.js",
  "/swagger-ui-standalone-preset.js",
  "/swagger-ui-init.js",
  "/favicon-16x16.png",
  "/favicon-32x32.png",
];

/** Allows only content from this host. The page sets element styles, so inline styles are allowed; inline scripts are not. */
const policy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

const options = {
  customSiteTitle: "Physical Digital Asset service",
  swaggerUrl: "/openapi.json",
  // No external validator is used, and the page does not store credentials.
  swaggerOptions: { validatorUrl: null, persistAuthorization: false, tryItOutEnabled: true },
};

/** Approximate memory of a file that is being sent; the file is read as its caller takes it. */
const FILE_BYTES = 131_072;

/** Sets the headers one by one, because Express sends the files and needs them in this form. */
function setHeaders({ response, standing, headers, requestId }: Exchange): void {
  for (const list of [standing.list, headers]) {
    for (let at = 0; at < list.length; at += 2)
      response.setHeader(list[at] as string, list[at + 1] as string);
  }
  response.setHeader("X-Request-ID", requestId);
}

/** Serves the documentation page at `/docs/` and its files. Passes on other paths below `/docs`. */
export function docs(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use((request, response, next) => {
    const exchange = exchangeOf(response);
    const known = request.path === "/" || ASSETS.includes(request.path);
    if (!known) {
      next("router");
      return;
    }
    exchange.routeName = "/docs";
    setHeaders(exchange);
    if (!isRead(exchange)) throw new MethodNotAllowed(["GET", "HEAD"]);
    // The page refers to its files by relative paths, so its own path needs the slash.
    if (exchange.path === "/docs") response.redirect(308, "/docs/");
    else {
      exchange.hold(FILE_BYTES);
      next();
    }
  });
  router.use(policy);
  router.use(swaggerUi.serveFiles(undefined, options));
  router.get("/", swaggerUi.setup(undefined, options));
  return router;
}
