import { randomUUID } from "node:crypto";
import type { Interaction, InteractionResults } from "oidc-provider";
import { scopes as knownScopes } from "../../../../gen/rest/operations.ts";
import { MissingProof } from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { CONSOLE_CLIENT } from "../../../config/oauth-client.ts";
import { SIGN_IN_PATH } from "../../../config/sign-in.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Exchange } from "../../exchange.ts";
import { MethodNotAllowed } from "../../routes.ts";
import { type AccountOptions, accountPage } from "./account.ts";
import { consentPage, errorPage } from "./html.ts";
import { linkPages } from "./link-pages.ts";
import {
  goTo,
  isLedFromElsewhere,
  isOwnForm,
  isPost,
  orRefusal,
  show,
  showSignedOut,
} from "./page-answers.ts";
import { signInPage } from "./passkey-paths.ts";
import { passkeyPages } from "./passkeys.ts";
import { CONSENT_PATH } from "./settings.ts";

const LINK = new RegExp(`^${SIGN_IN_PATH}([A-Za-z0-9_-]{43})$`);
const CONSENT = new RegExp(`^${CONSENT_PATH}([A-Za-z0-9_-]{1,128})(?:/(allow|refuse))?$`);

/**
 * Makes the pages on which people sign in and allow programs to act.
 * @returns a function that tells whether it has answered
 */
export function peoplePages(
  given: Omit<AccountOptions, "hasConsole">,
): (exchange: Exchange) => Promise<boolean> {
  const { provider, signIn, publicUrl } = given;
  const hasConsole = given.clients.some(({ id }) => id === CONSOLE_CLIENT);
  const options: AccountOptions = { ...given, hasConsole };
  const showLink = linkPages(options);
  const showAccount = accountPage(options);
  const showPasskeys = passkeyPages(options);
  return async (exchange) => {
    const { path, request } = exchange;
    const link = LINK.exec(path);
    if (link) {
      exchange.routeName = `${SIGN_IN_PATH}{link}`;
      await showLink(exchange, link[1] as string);
      return true;
    }
    if (await showPasskeys(exchange)) return true;
    if (await showAccount(exchange)) return true;
    const [, uid, decision] = CONSENT.exec(path) ?? [];
    if (uid === undefined) return false;
    exchange.routeName = `${CONSENT_PATH}{interaction}`;
    exchange.operation = "AnswerAuthorizationRequest";
    if (isPost(request) !== (decision !== undefined))
      throw new MethodNotAllowed([decision === undefined ? "GET" : "POST"]);
    await consent(exchange, uid, decision);
    return true;
  };

  async function consent(exchange: Exchange, uid: string, decision: string | undefined): Promise<void> {
    if (decision !== undefined && !isOwnForm(exchange, publicUrl)) return;
    const interaction = await ownInteraction(exchange, uid);
    if (!interaction || isOtherAnswer(interaction, decision)) {
      exchange.failure = new Failure("CREDENTIAL_REFUSED");
      return show(exchange, 403, errorPage("This question is not yours, or has been answered", BEGIN_AGAIN));
    }
    if (interaction.result) return goTo(exchange, interaction.returnTo);
    const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params;
    const named = new Set(typeof scope === "string" ? scope.split(" ") : []);
    const asked = knownScopes.filter((each) => named.has(each));
    const question = `${CONSENT_PATH}${uid}`;
    const { accountId } = await provider.Session.get(
      provider.createContext(exchange.request, exchange.response),
    );
    const session = accountId === undefined ? undefined : await signIn.session(accountId, asked);
    if (!session || accountId === undefined) return showSignedOut(exchange, question);
    // The person has signed in since the program has asked. The library looks for the session itself: by a result that names the session, a
    // browser without its cookie would get a second one.
    if (interaction.prompt.name === "login") return resume(exchange, interaction, {});
    if (session.missingProof !== MissingProof.MISSING_PROOF_UNSPECIFIED && decision !== "refuse") {
      if (decision !== undefined) exchange.failure = new Failure("CREDENTIAL_REFUSED");
      return goTo(exchange, signInPage(question));
    }
    const scopes = session.scopes.filter((each) => named.has(each));
    // Nobody is asked about the console, because it is this service itself. The page of another site must not make grants on a person's behalf.
    const isKnown = clientId === CONSOLE_CLIENT && scopes.length > 0 && !isLedFromElsewhere(exchange);
    if (decision === undefined && !isKnown) {
      const client = await provider.Client.find(String(clientId));
      const asks = {
        clientName: client?.clientName ?? String(clientId),
        redirectUri: String(redirectUri),
        credentialName: session.credentialName,
        credentialId: session.credentialId,
        scopes,
      };
      return show(exchange, 200, consentPage(exchange.path, asks), {
        answersTo: new URL(String(redirectUri)).origin,
      });
    }
    if (decision === "refuse" || scopes.length === 0)
      return resume(exchange, interaction, {
        error: "access_denied",
        error_description: "the person has not allowed it",
      });
    const grant = new provider.Grant({ accountId, clientId: String(clientId) });
    // A UUID, by which the core ends the grant's access tokens.
    grant.jti = randomUUID();
    grant.addOIDCScope([...scopes]);
    const given = { sessionId: accountId, grantId: grant.jti, clientId: String(clientId), scopes };
    await orRefusal(exchange, async () => {
      await signIn.allow(given, exchange);
      await resume(exchange, interaction, { consent: { grantId: await grant.save() } });
    });
  }

  /** Returns the interaction if the browser that asks has both its cookie and the session that it began in. */
  async function ownInteraction(
    { request, response }: Exchange,
    uid: string,
  ): Promise<Interaction | undefined> {
    const ctx = provider.createContext(request, response);
    if (ctx.cookies.get(provider.cookieName("interaction"), { signed: false }) !== uid) return undefined;
    const interaction = await provider.Interaction.find(uid);
    if (!interaction) return undefined;
    const session = await provider.Session.get(ctx);
    return interaction.session?.uid === undefined || interaction.session.uid === session.uid
      ? interaction
      : undefined;
  }

  async function resume(
    exchange: Exchange,
    interaction: Interaction,
    result: InteractionResults,
  ): Promise<void> {
    interaction.result = result;
    await interaction.persist();
    goTo(exchange, interaction.returnTo);
  }
}

/**
 * Tells whether a question was answered in another way before. The same answer again goes on, because the answer to the first press may be lost,
 * and a browser shows only the answer to the last one.
 */
function isOtherAnswer({ result }: Interaction, decision: string | undefined): boolean {
  return result !== undefined && decision !== undefined && (decision === "refuse") !== "error" in result;
}

const BEGIN_AGAIN = "Then let the program ask again.";
