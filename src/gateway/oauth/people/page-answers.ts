import type { IncomingMessage } from "node:http";
import { Failure } from "../../../rpc/failure.ts";
import { type Exchange, one } from "../../exchange.ts";
import { MethodNotAllowed } from "../../routes.ts";
import { errorPage } from "./html.ts";

/** Tells whether a page is asked for by POST, as its forms do. @throws MethodNotAllowed for neither GET nor POST */
export function isPost({ method }: IncomingMessage): boolean {
  if (method === "GET" || method === "POST") return method === "POST";
  throw new MethodNotAllowed(["GET", "POST"]);
}

/**
 * Tells whether a form of this service's own pages was sent. Browsers say where a form comes from, and another site cannot change that.
 * Answers the others.
 */
export function isOwnForm(exchange: Exchange, publicUrl: string): boolean {
  const { headers } = exchange.request;
  const site = one(headers["sec-fetch-site"]);
  if (headers.origin === new URL(publicUrl).origin && (site === undefined || site === "same-origin"))
    return true;
  exchange.failure = new Failure("CREDENTIAL_REFUSED");
  show(
    exchange,
    403,
    errorPage("The form comes from another site", "Open the page itself, and press its button."),
  );
  return false;
}

/** Answers somebody who is not signed in. */
export function showSignedOut(exchange: Exchange, ...texts: readonly string[]): void {
  exchange.failure = new Failure("CREDENTIAL_REFUSED");
  show(exchange, 401, errorPage("You are not signed in", "Open a sign-in link.", ...texts));
}

/** Does some work that answers, and shows a page when the core refuses what the person wants. */
export async function orRefusal(exchange: Exchange, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { entry, message } = error;
    if (entry === "UNAUTHENTICATED") return showSignedOut(exchange);
    if (entry !== "NOT_FOUND" && entry !== "PERMISSION_DENIED") throw error;
    exchange.failure = error;
    if (entry === "NOT_FOUND") show(exchange, 404, errorPage("It has ended", "Open the page again."));
    else show(exchange, 403, errorPage("You cannot do this here", message));
  }
}

/** Returns an origin as a policy can name it (CSP Level 3 section 2.3.1): hosts in brackets have no name there, so their scheme stands for them. */
const sourceOf = (origin: string): string => (origin.includes("[") ? new URL(origin).protocol : origin);

/** Sends a page. @param answersTo origin that the page's form may lead to in the end, beside this service */
export function show({ response }: Exchange, status: number, html: string, answersTo?: string): void {
  const forms = answersTo === undefined ? "'self'" : `'self' ${sourceOf(answersTo)}`;
  response
    .writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": Buffer.byteLength(html),
      "Content-Security-Policy": `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action ${forms}`,
      // With `no-referrer` a browser would not say that the form comes from this service.
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-store",
    })
    .end(html);
}
