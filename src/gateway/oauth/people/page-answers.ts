import type { IncomingMessage } from "node:http";
import { Failure } from "../../../rpc/failure.ts";
import { type Exchange, one } from "../../exchange.ts";
import { MethodNotAllowed } from "../../routes.ts";
import { ACCOUNT_PATH, errorPage, link, newLinkHelp, page, paragraph } from "./html.ts";
import { signInPage } from "./passkey-paths.ts";
import { policyOf } from "./policy.ts";

/** Tells whether a page is asked for by POST, as its forms do. @throws MethodNotAllowed for neither GET nor POST */
export function isPost({ method }: IncomingMessage): boolean {
  if (method === "GET" || method === "POST") return method === "POST";
  throw new MethodNotAllowed(["GET", "POST"]);
}

/** Tells whether a page of this service has sent a request. Browsers say where a request comes from, and another site cannot change that. */
export function isOwnRequest(exchange: Exchange, publicUrl: string): boolean {
  const { headers } = exchange.request;
  const site = one(headers["sec-fetch-site"]);
  if (headers.origin === new URL(publicUrl).origin && (site === undefined || site === "same-origin"))
    return true;
  exchange.failure = new Failure("CREDENTIAL_REFUSED");
  return false;
}

/** Tells whether a page of another origin has led the browser here. A browser that does not say so counts as led by its person. */
export function isLedFromElsewhere({ request }: Exchange): boolean {
  const site = one(request.headers["sec-fetch-site"]);
  return site === "cross-site" || site === "same-site";
}

/** Tells whether a form of this service's own pages was sent. Answers the others. */
export function isOwnForm(exchange: Exchange, publicUrl: string): boolean {
  if (isOwnRequest(exchange, publicUrl)) return true;
  const { host = "", origin } = exchange.request.headers;
  // The gateway answers at more names and ports than the one that people's sessions belong to.
  const isOtherAddress = origin === `https://${host}` && origin !== new URL(publicUrl).origin;
  const html = isOtherAddress
    ? errorPage("People sign in at another address", `Open the same page at ${publicUrl} and go on there.`)
    : errorPage("The form comes from another site", "Open the page itself, and press its button.");
  show(exchange, 403, html);
  return false;
}

/** Answers somebody who is not signed in. @param next page to go on to */
export function showSignedOut(exchange: Exchange, next = ACCOUNT_PATH): void {
  exchange.failure = new Failure("CREDENTIAL_REFUSED");
  const body = [
    link(signInPage(next), "Sign in with a passkey"),
    paragraph("Or open a sign-in link in this browser, then let the program ask again."),
    newLinkHelp(),
  ];
  show(exchange, 401, page("You are not signed in", body.join("\n")));
}

/** Sends the browser on to a page of this service. */
export function goTo({ response }: Exchange, address: string): void {
  response.writeHead(303, { Location: address, "Cache-Control": "no-store" }).end();
}

/** Answers a script of a page. */
export function answerJson({ response }: Exchange, status: number, content: object): void {
  const json = JSON.stringify(content);
  response
    .writeHead(status, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(json),
      "Cache-Control": "no-store",
    })
    .end(json);
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

/** Sends a page. */
export function show(
  { response }: Exchange,
  status: number,
  html: string,
  {
    answersTo,
    script,
  }: {
    /** Origin that the page's form may lead to in the end, beside this service. */
    readonly answersTo?: string;
    /** The script of the page. It may ask this service. */
    readonly script?: string;
  } = {},
): void {
  response
    .writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": Buffer.byteLength(html),
      "Content-Security-Policy": policyOf(script, answersTo),
      // With `no-referrer` a browser would not say that the form comes from this service.
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-store",
    })
    .end(html);
}
