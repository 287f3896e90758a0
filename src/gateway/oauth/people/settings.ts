import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import { scopes } from "../../../../gen/rest/operations.ts";
import type { SignInCore } from "./core.ts";
import { errorPage } from "./html.ts";
import { policyOf } from "./policy.ts";
import { type ProofChecking, provenKey } from "./proven-key.ts";

/** Where the person allows a program to act. */
export const CONSENT_PATH = "/oauth/consent/";
/** Longest session, and so longest life of a refresh token. */
const SESSION_SECONDS = 43_200;
const CODE_SECONDS = 60;
/** Longest time that a person has to answer a question. */
export const INTERACTION_SECONDS = 600;
const ACCESS_TOKEN_SECONDS = 300;
const KEY_THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

const knownScopes: ReadonlySet<string> = new Set(scopes);

const { Check, Prompt } = interactionPolicy;

/** The browser's cookies. `Lax`, because the person comes from the program's page or from a terminal. */
const cookie = { httpOnly: true, secure: true, sameSite: "lax", signed: false } as const;

/** Returns the settings of the library for the flow of people: authorisation code with PKCE and pushed requests. */
export function peopleSettings(core: SignInCore, proofs: ProofChecking) {
  return {
    responseTypes: ["code"],
    pkce: { required: () => true },
    extraParams: { dpop_jkt: (ctx, given) => checkPushed(ctx, given, proofs) },
    cookies: {
      names: {
        session: "__Host-pda-session",
        interaction: "__Secure-pda-interaction",
        resume: "__Secure-pda-resume",
      },
      long: { ...cookie, path: "/" },
      short: cookie,
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: SESSION_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: SESSION_SECONDS,
      Session: SESSION_SECONDS,
    },
    // The core judges a session each time, so the library's own session decides nothing.
    expiresWithSession: () => false,
    async findAccount(_ctx, accountId) {
      return (await core.session(accountId)) && { accountId, claims: () => ({ sub: accountId }) };
    },
    // Each request needs a new consent, so that each grant is one family of tokens.
    async loadExistingGrant({ oidc }) {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    interactions: {
      policy: [
        new Prompt(
          { name: "login", requestable: false },
          new Check(
            "no_session",
            "the person is not signed in",
            "login_required",
            ({ oidc }) => !oidc.account,
          ),
        ),
        new Prompt(
          { name: "consent", requestable: false },
          new Check(
            "no_consent",
            "the person has not allowed it",
            "consent_required",
            ({ oidc }) => !oidc.result?.consent,
          ),
        ),
      ],
      url: (_ctx, { uid }) => `${CONSENT_PATH}${uid}`,
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = "html";
      ctx.set("Content-Security-Policy", policyOf());
      ctx.body = errorPage(
        "The request of the program cannot be answered",
        `${error}: ${description ?? ""}`,
        "Go back to the program, and begin again.",
      );
    },
  } satisfies Configuration;
}

/**
 * Requires scopes of a pushed request and an answer in the query, and binds the code to the key of the DPoP proof that came with the request (RFC 9449 section 10.1).
 * Without a proof the parameter alone may name the key.
 */
async function checkPushed(
  ctx: KoaContextWithOIDC,
  given: string | undefined,
  proofs: ProofChecking,
): Promise<void> {
  if (given !== undefined && !KEY_THUMBPRINT.test(given))
    throw new errors.InvalidRequest("dpop_jkt must be the SHA-256 thumbprint of a key");
  if (ctx.oidc.route !== "pushed_authorization_request") return;
  const { scope, response_mode: mode = "query" } = ctx.oidc.params ?? {};
  if (mode !== "query") throw new errors.InvalidRequest("response_mode must be query, or absent");
  if (typeof scope !== "string") throw new errors.InvalidScope("scope is required", "");
  if (!scope.split(" ").some((one) => knownScopes.has(one)))
    throw new errors.InvalidScope("the service has no such scope", scope.slice(0, 256));
  const proven = await provenKey(ctx, proofs);
  if (proven === undefined) return;
  if (given !== undefined && given !== proven)
    throw new errors.InvalidRequest("dpop_jkt is not the key of the DPoP proof");
  if (ctx.oidc.params) ctx.oidc.params.dpop_jkt = proven;
}
