import type { CoreClient } from "../rpc/client.ts";
import { Failure } from "../rpc/failure.ts";
import { sendAnswer } from "./answer.ts";
import { type AppName, apps } from "./apps.ts";
import { CONSOLE_SIGN_IN, type ConsoleSignIn, signInDocument } from "./console-sign-in.ts";
import { downloads } from "./downloads.ts";
import { type EncodedAnswer, success } from "./envelope.ts";
import { type Exchange, one } from "./exchange.ts";
import { prefers } from "./negotiate.ts";
import { AUTHORIZATION_SERVER, authorizationServerMetadata, KEYS_PATH, keySet } from "./oauth/metadata.ts";
import { isPaymentLink, PAYMENT_PAGE_ROUTE, paymentPages, referenceIn } from "./payment-page/show.ts";
import type { WalletLink } from "./payment-page/page.ts";
import { PROTECTED_RESOURCE, protectedResource } from "./protected-resource.ts";
import { MethodNotAllowed } from "./routes.ts";
import { Redirect } from "./site.ts";
import { SECURITY_TXT, securityTxt } from "./security-txt.ts";
import type { Program } from "./oauth/people/programs.ts";

/** Where browsers begin. Programs have nothing at `/`. */
const start = new Redirect(302, "/docs/");
const takesPages = ({ request }: Exchange): boolean =>
  prefers(one(request.headers.accept), "text/html", "application/json");

const READY_TIMEOUT_MS = 1_000;

type Page = (exchange: Exchange) => EncodedAnswer | Promise<EncodedAnswer>;

export interface PagesOptions {
  core: Pick<CoreClient, "serving" | "call">;
  /** False as soon as the gateway is closing, so that no new work is sent to it. */
  isOpen: () => boolean;
  /** The base address of this service in the served OpenAPI document; by default the address in the committed document. */
  publicUrl?: string;
  /** Where people report a weakness of this service. Omit for no `/.well-known/security.txt`. */
  securityContact?: string | undefined;
  /** Issuers of the access tokens that are accepted. Without any, there is no `/.well-known/oauth-protected-resource`. */
  issuers?: readonly string[];
  /** Reads the keys that verify the tokens of the embedded authorisation server. Absent when it is not enabled. */
  accessTokenKeys?: (() => Promise<object[]>) | undefined;
  /** Programs that may act for people who sign in at the embedded authorisation server; none when absent. */
  peopleClients?: readonly Program[];
  /** Wallets that the payment page names; none when absent. */
  wallets?: readonly WalletLink[];
  /** Programs for browsers that the deployment serves; none when absent. */
  apps?: readonly AppName[];
  /** How people sign in to the console. Absent without it. */
  consoleSignIn?: ConsoleSignIn | undefined;
  /** Whether this is a sandbox. */
  sandbox?: boolean;
  /** Whether access tokens must be bound to a key with DPoP. */
  needsDpop?: boolean;
}

/**
 * Serves the pages beside the interface:
 * - `/healthz` (the process runs) and `/readyz` (the core also serves)
 * - the documentation, and the downloads: OpenAPI documents and protos; `/` leads browsers to the documentation
 * - `/.well-known/security.txt`, if the deployment has a contact
 * - `/.well-known/oauth-protected-resource`, if the deployment accepts access tokens
 * - `/.well-known/oauth-authorization-server` and its keys, if the embedded authorisation server is enabled
 * - the console with how people sign in to it, if the deployment has it, and in a sandbox the wallet
 * - for consumers, the payment page behind a payment reference's link
 * @returns a function that answers an exchange for one of these paths, and returns false for any other path.
 */
export function pages(options: PagesOptions): (exchange: Exchange) => Promise<boolean> {
  const {
    core,
    isOpen,
    publicUrl,
    securityContact,
    issuers = [],
    needsDpop = false,
    peopleClients = [],
    accessTokenKeys,
    wallets = [],
    sandbox = false,
    apps: appNames = [],
    consoleSignIn,
  } = options;
  const { files, missing } = downloads(publicUrl);
  const appAt = apps(appNames, consoleSignIn?.issuer);
  const showPayment = paymentPages({ core, publicUrl: publicUrl ?? "", wallets, sandbox });
  let asking: Promise<boolean> | undefined;
  // Concurrent probes share one question to the core.
  const serving = () => {
    asking ??= core.serving(READY_TIMEOUT_MS).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const table: Record<string, Page> = {
    "/healthz": ({ requestId }) => success(requestId, "{}", false),
    "/readyz": async ({ requestId }) => {
      if (!isOpen()) throw new Failure("SHUTTING_DOWN");
      if (!(await serving())) throw new Failure("CORE_NOT_SERVING");
      return success(requestId, "{}", false);
    },
    ...(securityContact && publicUrl
      ? { [SECURITY_TXT]: () => securityTxt(securityContact, publicUrl) }
      : {}),
    ...(issuers.length > 0 && publicUrl
      ? { [PROTECTED_RESOURCE]: () => protectedResource(publicUrl, { issuers, needsDpop }) }
      : {}),
    ...(accessTokenKeys && publicUrl
      ? {
          [AUTHORIZATION_SERVER]: () =>
            authorizationServerMetadata(publicUrl, { programs: peopleClients, needsDpop }),
          [KEYS_PATH]: async () => keySet(await accessTokenKeys()),
        }
      : {}),
    ...(consoleSignIn ? { [CONSOLE_SIGN_IN]: () => signInDocument(consoleSignIn) } : {}),
  };
  return async (exchange) => {
    const file = files.get(exchange.path);
    if (file) {
      exchange.routeName = exchange.path.startsWith("/docs/") ? "/docs" : exchange.path;
      if (!isRead(exchange)) throw new MethodNotAllowed(["GET", "HEAD"]);
      await file().send(exchange);
      return true;
    }
    if (missing && exchange.path.startsWith("/docs/") && isRead(exchange) && takesPages(exchange)) {
      exchange.routeName = "/docs";
      await missing().send(exchange);
      return true;
    }
    if (exchange.path === "/" && isRead(exchange) && takesPages(exchange)) {
      exchange.routeName = "/";
      start.send(exchange);
      return true;
    }
    const reference =
      referenceIn(exchange.path) ?? (isPaymentLink(exchange.path) && takesPages(exchange) ? "" : undefined);
    const page = Object.hasOwn(table, exchange.path) ? table[exchange.path] : undefined;
    const app = page ? undefined : appAt(exchange.path);
    if (app) {
      exchange.routeName = app.name;
      if (!isRead(exchange)) throw new MethodNotAllowed(["GET", "HEAD"]);
      await app.served.send(exchange);
      return true;
    }
    if (!page && reference === undefined) return false;
    exchange.routeName = page ? exchange.path : PAYMENT_PAGE_ROUTE;
    if (!isRead(exchange)) throw new MethodNotAllowed(["GET", "HEAD"]);
    if (page) sendAnswer(exchange, await page(exchange));
    else if (reference !== undefined) await showPayment(exchange, reference);
    return true;
  };
}

/** Tells whether the request asks for the health of this process. */
export function isProbe(exchange: Exchange): boolean {
  return (exchange.path === "/healthz" || exchange.path === "/readyz") && isRead(exchange);
}

/** Tells whether the request only reads. */
function isRead({ request }: Exchange): boolean {
  return request.method === "GET" || request.method === "HEAD";
}
