import { createHash, randomBytes } from "node:crypto";
import type { CheckSignInLinkResponse } from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Exchange } from "../../exchange.ts";
import { type AccountOptions, sessionCookie } from "./account.ts";
import { deadLinkPage, linkPage, signedInPage } from "./html.ts";
import { isOwnForm, isPost, show } from "./page-answers.ts";

const COOKIE = "__Host-pda-link";
const COOKIE_VALUE = /(?:^|; )__Host-pda-link=([A-Za-z0-9_-]{43})(?:;|$)/;
/** As long as most links last. */
const COOKIE_SECONDS = 600;
/** Failures that say nothing about the link. */
const TRANSIENT: ReadonlySet<string> = new Set(["DEADLINE_EXCEEDED", "INTERNAL", "UNAVAILABLE"]);

/**
 * Makes the page of a sign-in link. A link works once, in one browser. That browser gets its session again when it repeats the request,
 * because an answer can be lost, and many people press a button twice: a link of which nobody has the session would shut its person out.
 * The browser is known by a cookie that the page of the link has given it.
 * @returns a function that answers for the secret of a link
 */
export function linkPages({
  provider,
  signIn,
  publicUrl,
  hasConsole,
}: Pick<AccountOptions, "provider" | "signIn" | "publicUrl" | "hasConsole">) {
  return async (exchange: Exchange, secret: string): Promise<void> => {
    const opens = isPost(exchange.request);
    // Refusals are recorded by these names, as the sign-ins are.
    exchange.operation = opens ? "OpenSignInLink" : "CheckSignInLink";
    if (opens && !isOwnForm(exchange, publicUrl)) return;
    try {
      await (opens ? openLink : showLink)(exchange, secret);
    } catch (error) {
      if (!(error instanceof Failure) || TRANSIENT.has(error.entry)) throw error;
      exchange.failure = error;
      const why = isRefused(error) ? "It was used, has expired, or was revoked." : error.message;
      show(exchange, 403, deadLinkPage(why, hasConsole));
    }
  };

  /** Shows the button of a link. The browser that has opened the link gets its session again. */
  async function showLink(exchange: Exchange, secret: string): Promise<void> {
    let named: CheckSignInLinkResponse;
    try {
      named = await signIn.checkLink(secret, exchange);
    } catch (error) {
      if (!isRefused(error) || browserOf(exchange) === undefined) throw error;
      return openLink(exchange, secret);
    }
    const html = linkPage(exchange.path, named);
    const browser = browserOf(exchange) ?? randomBytes(32).toString("base64url");
    const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; Secure; HttpOnly; SameSite=Strict`;
    exchange.response.appendHeader("Set-Cookie", `${COOKIE}=${browser}; ${attributes}`);
    show(exchange, 200, html);
  }

  async function openLink(exchange: Exchange, secret: string): Promise<void> {
    const browser = browserOf(exchange);
    const { sessionId, lifetimeSeconds } = await signIn.openLink({ secret, browser }, exchange);
    const name = browser === undefined ? undefined : sessionName(browser, secret);
    if (name !== undefined && (await provider.Session.find(name)))
      return welcome(exchange, name, lifetimeSeconds);
    const session = new provider.Session();
    session.jti = name ?? session.jti;
    session.loginAccount({ accountId: sessionId });
    await session.save(lifetimeSeconds);
    // A passkey has ended the name since the link was opened: the session has another cookie now.
    if (!(await provider.Session.find(session.jti))) throw new Failure("CREDENTIAL_REFUSED");
    welcome(exchange, session.jti, lifetimeSeconds);
  }

  function welcome(exchange: Exchange, name: string, seconds: number): void {
    exchange.response.appendHeader("Set-Cookie", sessionCookie(provider, name, seconds));
    show(exchange, 200, signedInPage(hasConsole));
  }
}

const browserOf = ({ request }: Exchange): string | undefined =>
  COOKIE_VALUE.exec(request.headers.cookie ?? "")?.[1];

const isRefused = (error: unknown): boolean =>
  error instanceof Failure && error.reason === "CREDENTIAL_REFUSED";

/** Returns the identifier of the session of a link, which only the browser with the cookie and the link can name. */
const sessionName = (browser: string, secret: string): string =>
  createHash("sha256").update(`pda session of a link v1 ${browser} ${secret}`).digest("base64url");
