// The console as an OAuth client: authorisation code with PKCE and DPoP, and pushed requests where the server takes them.
import { base64url, proofOf, thumbprintOf, WebKey, type WebKeyPair } from "@pda/client/browser";
import { signInTexts } from "../texts/sign-in.ts";
import { noncesOf } from "./nonces.ts";
import { ANSWER_MS, type AuthorizationServer, authorizationServer, signInSettings } from "./server.ts";

const REDIRECT_PATH = "/console/signed-in";

/** The authorisation server refused. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  /** The error of RFC 6749, such as `invalid_grant`, or the status of an answer without one. */
  readonly code: string;

  /** Tells whether a repeat may succeed. */
  get isPassing(): boolean {
    return /^(5\d\d|408|429|server_error|temporarily_unavailable|no_answer)$/.test(this.code);
  }

  constructor(code: string, description: string) {
    super(description || code);
    this.code = code;
  }
}

/** Members of the server's answers that the console reads: RFC 6749, RFC 9126. */
interface Answer {
  readonly request_uri?: string;
  readonly access_token?: string;
  readonly token_type?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly error?: string;
  readonly error_description?: string;
}

/** An authorisation request that the browser has not come back from. */
export interface Asked {
  /** The server that was asked (RFC 9700 section 4.4.2): the settings may name another one since. */
  readonly issuer: string;
  readonly keys: WebKeyPair;
  readonly state: string;
  readonly verifier: string;
  /** Path within the origin to show afterwards. */
  readonly returnTo: string;
}

/** An answer of the token endpoint. */
export interface Tokens {
  readonly accessToken: string;
  /** Absent where the server gives none: the session then ends with the access token. */
  readonly refreshToken: string | undefined;
  /** Real time in milliseconds. */
  readonly expiresAt: number;
  /** The server that has given them. Absent in a session of an earlier version: the service's own. */
  readonly issuer?: string;
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
const redirectUri = (): string => location.origin + REDIRECT_PATH;

/** Tells whether the browser comes back from the authorisation server. */
export const isReturn = (): boolean => location.pathname === REDIRECT_PATH;

/** @throws OAuthError when the server refuses or does not answer */
async function post(
  { clientId }: AuthorizationServer,
  url: string,
  parameters: Record<string, string>,
  keys: WebKeyPair,
): Promise<Answer> {
  const nonces = noncesOf(new URL(url).origin);
  const body = new URLSearchParams({ client_id: clientId, ...parameters });
  const key = new WebKey(keys, "keys");
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method: "POST",
      headers: { DPoP: await proofOf(key, { method: "POST", url, nonce: nonces.get() }) },
      body,
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => {
      throw new OAuthError("no_answer", signInTexts.server.noAnswer.replace("{address}", url));
    });
    const nonce = response.headers.get("DPoP-Nonce");
    if (nonce !== null) nonces.set(nonce);
    const answer = answerOf(await response.text());
    if (response.ok) return answer;
    const { error = String(response.status), error_description: description = "" } = answer;
    if (error !== "use_dpop_nonce" || attempt > 1) throw new OAuthError(error, description);
  }
}

/** A proxy in front of the server may answer with a page. */
function answerOf(text: string): Answer {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

const resourceOf = ({ resource }: AuthorizationServer): { resource?: string } =>
  resource === undefined ? {} : { resource };

/**
 * Makes an authorisation request with a new key. Asked for are the scopes that the service names, mostly all: the token has those that the
 * person may have, and somebody with less could not make keys like the own one.
 * @returns what to remember, and the address that the browser has to open
 */
export async function ask(returnTo: string): Promise<{ asked: Asked; address: string }> {
  const server = await authorizationServer();
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  const asked = { issuer: server.issuer, keys, state: random(), verifier: random(), returnTo };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(asked.verifier));
  const parameters = {
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: server.scope,
    state: asked.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
    ...resourceOf(server),
  };
  const address = new URL(server.authorize);
  const query = await queryOf(server, parameters, keys);
  for (const [name, value] of Object.entries({ client_id: server.clientId, ...query }))
    address.searchParams.set(name, value);
  return { asked, address: String(address) };
}

/** Returns what the address carries: a reference to the pushed request, or the request itself with the thumbprint of its key (RFC 9449 section 10). */
async function queryOf(
  server: AuthorizationServer,
  parameters: Record<string, string>,
  keys: WebKeyPair,
): Promise<Record<string, string>> {
  if (server.push === undefined)
    return { ...parameters, dpop_jkt: await thumbprintOf(new WebKey(keys, "keys")) };
  const { request_uri: reference = "" } = await post(server, server.push, parameters, keys);
  return { request_uri: reference };
}

/** Redeems the code of the address that the browser has come back to. @throws OAuthError for an answer that is not ours or refuses */
export async function redeem(asked: Asked, answer: URLSearchParams): Promise<Tokens> {
  const server = await authorizationServer();
  const from = answer.get("iss");
  const isFromServer = from === server.issuer || (from === null && !server.namesItself);
  if (answer.get("state") !== asked.state || asked.issuer !== server.issuer || !isFromServer)
    throw new OAuthError("invalid_answer", signInTexts.server.otherAnswer);
  const code = answer.get("code");
  if (code === null)
    throw new OAuthError(answer.get("error") ?? "invalid_answer", answer.get("error_description") ?? "");
  const parameters = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri(),
    code_verifier: asked.verifier,
    ...resourceOf(server),
  };
  return tokensOf(server, await post(server, server.token, parameters, asked.keys));
}

/** Returns the server of a session. @throws OAuthError `invalid_grant` when the settings name another one since, which must not see its tokens */
async function serverOf({ issuer = location.origin }: Pick<Tokens, "issuer">): Promise<AuthorizationServer> {
  const server = await authorizationServer();
  if (server.issuer !== issuer) throw new OAuthError("invalid_grant", "");
  return server;
}

/** Gets the next tokens. A refresh token works once, unless the server gives no other one. */
export async function refresh(
  { issuer, refreshToken }: Tokens & { readonly refreshToken: string },
  keys: WebKeyPair,
): Promise<Tokens> {
  const server = await serverOf({ issuer });
  const parameters = { grant_type: "refresh_token", refresh_token: refreshToken, ...resourceOf(server) };
  const tokens = tokensOf(server, await post(server, server.token, parameters, keys));
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}

/** Ends the grant with all its tokens. @throws OAuthError when the server cannot */
export async function revoke({ issuer, accessToken, refreshToken }: Tokens, keys: WebKeyPair): Promise<void> {
  const server = await serverOf({ issuer });
  if (server.revoke === undefined) throw new OAuthError("unsupported", "");
  const given =
    refreshToken === undefined
      ? { token: accessToken, token_type_hint: "access_token" }
      : { token: refreshToken, token_type_hint: "refresh_token" };
  await post(server, server.revoke, given, keys);
}

/**
 * Ends the session of this browser at the service, which else lets the next person in without a link. At another server only its own page
 * ends the session.
 * @throws OAuthError when it goes on
 */
export async function leave(): Promise<void> {
  if ((await signInSettings()).issuer !== undefined) throw new OAuthError("unsupported", "");
  const { ok, status } = await fetch("/oauth/account/sign-out", {
    method: "POST",
    credentials: "same-origin",
    redirect: "manual",
    cache: "no-store",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  // 401: the browser has no session there.
  if (!ok && status !== 401) throw new OAuthError(String(status), "");
}

function tokensOf({ issuer }: AuthorizationServer, answer: Answer): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  if (accessToken === undefined || seconds === undefined)
    throw new OAuthError("invalid_answer", signInTexts.server.noToken);
  // RFC 9449 section 5: a server that has not bound the token says so.
  if (answer.token_type?.toLowerCase() !== "dpop")
    throw new OAuthError("not_bound", signInTexts.server.noDpop);
  return { issuer, accessToken, refreshToken, expiresAt: Date.now() + seconds * 1000 };
}
