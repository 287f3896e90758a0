import type { Provider, Session } from "oidc-provider";
import { Failure } from "../../../rpc/failure.ts";
import type { Exchange } from "../../exchange.ts";
import { relyingPartyOf } from "../../../trust/relying-party.ts";
import { MethodNotAllowed } from "../../routes.ts";
import { accountHtml } from "./account-html.ts";
import type { SignInCore } from "./core.ts";
import { ACCOUNT_PATH, errorPage } from "./html.ts";
import type { PasskeyCore } from "./passkey-core.ts";
import { goTo, isOwnForm, isPost, orRefusal, show } from "./page-answers.ts";
import type { Program } from "./programs.ts";

/** What the pages of people need. */
export interface AccountOptions {
  readonly provider: Provider;
  readonly signIn: SignInCore;
  readonly passkeys: PasskeyCore;
  readonly publicUrl: string;
  readonly clients: readonly Program[];
  /** The service has a console, to which the pages lead. */
  readonly hasConsole: boolean;
}

const ACTION = new RegExp(
  `^${ACCOUNT_PATH}/(?:(sign-out)|(end-others)|sessions/(ses_[0-7][0-9a-hjkmnp-tv-z]{25})/end|programs/([0-9a-f-]{36})/revoke)$`,
);

/** What a person wants done. */
interface Action {
  readonly operation: string;
  readonly routeName: string;
  /** Of the browser's own session, or of the others when absent. */
  readonly endedSessionId?: string;
  readonly grantId?: string;
}

/** Returns the header that gives the browser the session, or takes it. */
export const sessionCookie = (provider: Provider, value: string, seconds: number): string =>
  `${provider.cookieName("session")}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;

/**
 * Makes the page on which a person sees own sessions and the programs that may act, ends them, and signs out.
 * @returns a function that tells whether it has answered
 */
export function accountPage(options: AccountOptions): (exchange: Exchange) => Promise<boolean> {
  const { provider, signIn, passkeys, publicUrl, clients, hasConsole } = options;
  return async (exchange) => {
    const { path, request, response } = exchange;
    if (path !== ACCOUNT_PATH && !path.startsWith(`${ACCOUNT_PATH}/`)) return false;
    const session = await provider.Session.get(provider.createContext(request, response));
    const action = path === ACCOUNT_PATH ? undefined : actionOf(path, session);
    if (path !== ACCOUNT_PATH && !action) return false;
    exchange.routeName = action?.routeName ?? ACCOUNT_PATH;
    exchange.operation = action?.operation ?? "ListSignInSessions";
    if (isPost(request) !== (action !== undefined)) throw new MethodNotAllowed([action ? "POST" : "GET"]);
    if (action && !isOwnForm(exchange, publicUrl)) return true;
    const { accountId } = session;
    await orRefusal(exchange, async () => {
      if (accountId === undefined) throw new Failure("CREDENTIAL_REFUSED");
      if (action) await act(exchange, { session, accountId }, action);
      else await showAccount(exchange, accountId);
    });
    return true;
  };

  async function showAccount(exchange: Exchange, sessionId: string): Promise<void> {
    const listed = await signIn.sessions(sessionId);
    const { passkeys: own } = await passkeys.list(sessionId);
    const canAddPasskeys = relyingPartyOf(publicUrl) !== undefined;
    const nameOf = (clientId: string): string => clients.find(({ id }) => id === clientId)?.name ?? clientId;
    show(
      exchange,
      200,
      accountHtml({ sessionId, listed, passkeys: own, canAddPasskeys, hasConsole, nameOf }),
    );
  }

  async function act(
    exchange: Exchange,
    { session, accountId: sessionId }: { session: Session; accountId: string },
    { grantId, endedSessionId }: Action,
  ): Promise<void> {
    if (grantId !== undefined) await signIn.revokeProgram({ sessionId, grantId }, exchange);
    else await signIn.endSession({ sessionId, endedSessionId }, exchange);
    const { response } = exchange;
    if (endedSessionId !== sessionId) return goTo(exchange, ACCOUNT_PATH);
    await session.destroy();
    response.appendHeader("Set-Cookie", sessionCookie(provider, "", 0));
    show(exchange, 200, errorPage("You are signed out", "Programs can no longer act in this session."));
  }
}

function actionOf(path: string, { accountId }: Session): Action | undefined {
  const [found, isSignOut, , endedSessionId, grantId] = ACTION.exec(path) ?? [];
  if (found === undefined) return undefined;
  if (grantId !== undefined)
    return { operation: "RevokeProgram", routeName: `${ACCOUNT_PATH}/programs/{grant}/revoke`, grantId };
  const operation = "EndSignInSession";
  if (endedSessionId !== undefined)
    return { operation, routeName: `${ACCOUNT_PATH}/sessions/{session}/end`, endedSessionId };
  return isSignOut === undefined || accountId === undefined
    ? { operation, routeName: path }
    : { operation, routeName: path, endedSessionId: accountId };
}
