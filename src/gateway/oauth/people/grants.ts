import { createHash, timingSafeEqual } from "node:crypto";
import { type AuthorizationCode, errors, type KoaContextWithOIDC, type RefreshToken } from "oidc-provider";
import { exchangeOf } from "../../exchange.ts";
import type { SignInCore } from "./core.ts";
import { asOAuth, type ProofChecking, provenKey } from "./proven-key.ts";

/** What the grants of people need. */
export interface PeopleGrants extends ProofChecking {
  readonly signIn: SignInCore;
}

/** A code or refresh token that the program has shown, and that belongs to it. */
interface Shown {
  readonly source: AuthorizationCode | RefreshToken;
  readonly sessionId: string;
  readonly grantId: string;
  /** It was used up when it was found. */
  readonly isUsed: boolean;
}

/** 43 to 128 unreserved characters (RFC 7636 section 4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Gives tokens for an authorisation code, once (RFC 6749 section 4.1.3, RFC 7636 section 4.6, RFC 9449 section 5). A code that comes again
 * with its verifier ends the grant, because somebody else has it, too.
 */
export async function redeemCode(ctx: KoaContextWithOIDC, options: PeopleGrants): Promise<void> {
  const { provider, params = {} } = ctx.oidc;
  const keyThumbprint = await requireKey(ctx, options);
  const code = await provider.AuthorizationCode.find(text(params.code, "code"), { ignoreExpiration: true });
  const shown = requireOwn(ctx, code);
  const {
    codeChallenge = "",
    redirectUri,
    dpopJkt,
  } = shown.source as AuthorizationCode & { dpopJkt?: string };
  requireVerifier(text(params.code_verifier, "code_verifier"), codeChallenge);
  if (redirectUri !== text(params.redirect_uri, "redirect_uri"))
    throw new errors.InvalidGrant("redirect_uri is not that of the authorisation request");
  if (dpopJkt !== undefined && dpopJkt !== keyThumbprint)
    throw new errors.InvalidGrant("the code is bound to another key");
  await answer(ctx, options, { ...shown, keyThumbprint, isUsedOnce: true });
}

/**
 * Gives new tokens for a refresh token. That of a public client is used once and bound to the key of its first use (RFC 9449 section 5). One
 * that comes again ends the grant, because somebody else has it, too (OAuth 2.1 section 4.3.1). A confidential client keeps its refresh token,
 * which nobody else can use (FAPI 2.0 Security Profile section 5.3.2.1).
 */
export async function refresh(ctx: KoaContextWithOIDC, options: PeopleGrants): Promise<void> {
  const { provider, params = {} } = ctx.oidc;
  const keyThumbprint = await requireKey(ctx, options);
  const value = text(params.refresh_token, "refresh_token");
  const shown = requireOwn(ctx, await provider.RefreshToken.find(value, { ignoreExpiration: true }));
  const rotates = ctx.oidc.client?.clientAuthMethod === "none";
  const { jkt } = shown.source as RefreshToken;
  if ((rotates || jkt !== undefined) && jkt !== keyThumbprint)
    throw new errors.InvalidGrant("the refresh token is bound to another key");
  const granted = shown.source.scope?.split(" ") ?? [];
  const scopes = typeof params.scope === "string" ? params.scope.split(" ") : granted;
  const beyond = scopes.find((one) => !granted.includes(one));
  if (beyond !== undefined) throw new errors.InvalidScope("the person has not granted the scope", beyond);
  await answer(ctx, options, { ...shown, keyThumbprint, scopes, isUsedOnce: rotates });
}

async function requireKey(ctx: KoaContextWithOIDC, options: PeopleGrants): Promise<string> {
  const proven = await provenKey(ctx, options);
  if (proven === undefined)
    throw new errors.InvalidDpopProof("a person's token is bound to a key: send a DPoP proof (RFC 9449)");
  return proven;
}

function text(value: unknown, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new errors.InvalidRequest(`missing required parameter: ${name}`);
}

function requireOwn(ctx: KoaContextWithOIDC, source: AuthorizationCode | RefreshToken | undefined): Shown {
  const { client } = ctx.oidc;
  const { accountId: sessionId, grantId } = source ?? {};
  if (!source?.clientId || source.clientId !== client?.clientId || source.isExpired || !sessionId || !grantId)
    throw new errors.InvalidGrant("it is unknown, has ended, or belongs to another client");
  // The types of the library leave it out.
  const isUsed = Boolean((source as { readonly consumed?: unknown }).consumed);
  return { source, sessionId, grantId, isUsed };
}

function requireVerifier(verifier: string, challenge: string): void {
  const made = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(challenge, "base64url");
  if (!VERIFIER.test(verifier) || expected.length !== made.length || !timingSafeEqual(made, expected))
    throw new errors.InvalidGrant("code_verifier does not belong to the code_challenge");
}

/** Uses up a code or refresh token. One that was used already ends the grant with all tokens that were made from it. */
async function consume(
  ctx: KoaContextWithOIDC,
  { source, grantId }: Shown,
  core: Pick<SignInCore, "endGrant">,
): Promise<void> {
  try {
    await source.consume();
  } catch (error) {
    if (error instanceof errors.InvalidGrant) await core.endGrant(grantId, exchangeOf(ctx.res as never));
    throw error;
  }
}

interface Wanted extends Shown {
  readonly keyThumbprint: string;
  /** Those of the access token; those of the source when absent. */
  readonly scopes?: readonly string[];
  /** The source is used up, and the answer has a new refresh token. */
  readonly isUsedOnce: boolean;
}

/**
 * Answers with tokens. A source that is used once is used up last, after all that can fail for a moment: a client repeats a 503, and the
 * repeat of what was used up would end the person's grant. Of two that use it at once, one ends the grant, and what was made for it.
 */
async function answer(ctx: KoaContextWithOIDC, { signIn }: PeopleGrants, wanted: Wanted): Promise<void> {
  const { provider, client } = ctx.oidc;
  const { source, sessionId, grantId, keyThumbprint, scopes, isUsedOnce } = wanted;
  // Nothing is made for one that is known to be used.
  if (isUsedOnce && wanted.isUsed) await consume(ctx, wanted, signIn);
  const { scope = "" } = source;
  // A grant that was ended meanwhile is not there any more.
  const grant = await provider.Grant.find(grantId);
  if (!client || grant?.accountId !== sessionId) throw new errors.InvalidGrant("the grant has ended");
  const { requestId, address } = exchangeOf(ctx.res as never);
  const asked = { sessionId, grantId, clientId: client.clientId, keyThumbprint };
  const issued = await asOAuth(ctx, () =>
    signIn.issue({ ...asked, scopes: [...(scopes ?? scope.split(" "))] }, { requestId, address }),
  );
  const next = new provider.RefreshToken({
    client,
    accountId: sessionId,
    grantId,
    scope,
    // A confidential client proves itself, and may change its key.
    ...(client.clientAuthMethod === "none" ? { jkt: keyThumbprint } : {}),
    gty: "authorization_code refresh_token",
  });
  const refreshToken = isUsedOnce ? await next.save() : undefined;
  if (isUsedOnce) await consume(ctx, wanted, signIn);
  ctx.body = {
    access_token: issued.accessToken,
    token_type: "DPoP",
    expires_in: issued.lifetimeSeconds,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: issued.scopes.join(" "),
  };
}
