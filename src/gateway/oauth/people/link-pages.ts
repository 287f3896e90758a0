import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../../rpc/failure.ts";
import type { Exchange } from "../../exchange.ts";
import { type AccountOptions, sessionCookie } from "./account.ts";
import { deadLinkPage, linkPage, signedInPage } from "./html.ts";
import { isOwnForm, isPost, show } from "./page-answers.ts";

const COOKIE = "__Host-pda-link";
const COOKIE_VALUE = /(?:^|; )__Host-pda-link=([A-Za-z0-9_-]{43})(?:;|$)/;
/** As long as most links last. */
const COOKIE_SECONDS = 600;
/** Waits before the session of a link is looked for, because the request that has opened the link may still be storing it. */
const WAITS_MS = [0, 100, 200, 400];

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
      if (!(error instanceof Failure) || error.entry === "UNAVAILABLE" || error.entry === "INTERNAL")
        throw error;
      const wasUsed = error.reason === "CREDENTIAL_REFUSED";
      if (wasUsed && (await goOn(exchange, secret))) return;
      exchange.failure = error;
      const why = wasUsed ? "It was used, has expired, or was revoked." : error.message;
      show(exchange, 403, deadLinkPage(why, hasConsole));
    }
  };

  async function showLink(exchange: Exchange, secret: string): Promise<void> {
    const html = linkPage(exchange.path, await signIn.checkLink(secret, exchange));
    const browser = browserOf(exchange) ?? randomBytes(32).toString("base64url");
    const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; Secure; HttpOnly; SameSite=Strict`;
    exchange.response.appendHeader("Set-Cookie", `${COOKIE}=${browser}; ${attributes}`);
    show(exchange, 200, html);
  }

  async function openLink(exchange: Exchange, secret: string): Promise<void> {
    const { sessionId, lifetimeSeconds } = await signIn.openLink(secret, exchange);
    const session = new provider.Session();
    session.jti = sessionName(exchange, secret) ?? session.jti;
    session.loginAccount({ accountId: sessionId });
    await session.save(lifetimeSeconds);
    welcome(exchange, session.jti, lifetimeSeconds);
  }

  /** Gives the browser that has opened a link its session again. @returns false for every other browser */
  async function goOn(exchange: Exchange, secret: string): Promise<boolean> {
    const name = sessionName(exchange, secret);
    if (name === undefined) return false;
    for (const waitMs of WAITS_MS) {
      await sleep(waitMs);
      const session = await provider.Session.find(name);
      if (!session?.accountId) continue;
      const person = await signIn.session(session.accountId);
      if (!person) return false;
      const seconds = Number(person.expireTime?.seconds ?? 0) - Math.ceil(Date.now() / 1000);
      if (seconds <= 0) return false;
      welcome(exchange, name, seconds);
      return true;
    }
    return false;
  }

  function welcome(exchange: Exchange, name: string, seconds: number): void {
    exchange.response.appendHeader("Set-Cookie", sessionCookie(provider, name, seconds));
    show(exchange, 200, signedInPage(hasConsole));
  }
}

const browserOf = ({ request }: Exchange): string | undefined =>
  COOKIE_VALUE.exec(request.headers.cookie ?? "")?.[1];

/** Returns the identifier of the session of a link, which only the browser with the cookie and the link can name. */
function sessionName(exchange: Exchange, secret: string): string | undefined {
  const browser = browserOf(exchange);
  if (browser === undefined) return undefined;
  return createHash("sha256").update(`pda session of a link v1 ${browser} ${secret}`).digest("base64url");
}
