// The console as an OAuth client of the service: authorisation code with PKCE, pushed requests and DPoP.
import { base64url, proofOf, WebKey, type WebKeyPair } from "@pda/client/browser";
import { nonces } from "./nonces.ts";

const CLIENT_ID = "console";
const REDIRECT_PATH = "/console/signed-in";

/** The authorisation server refused. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  /** The error of RFC 6749, such as `invalid_grant`. */
  readonly code: string;

  constructor(code: string, description: string) {
    super(description || code);
    this.code = code;
  }
}

/** Members of the server's answers that the console reads: RFC 6749, RFC 9126. */
interface Answer {
  readonly request_uri?: string;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly error?: string;
  readonly error_description?: string;
}

/** An authorisation request that the browser has not come back from. */
export interface Asked {
  readonly keys: WebKeyPair;
  readonly state: string;
  readonly verifier: string;
  /** Path within the origin to show afterwards. */
  readonly returnTo: string;
}

/** An answer of the token endpoint. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Real time in milliseconds. */
  readonly expiresAt: number;
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
const redirectUri = (): string => location.origin + REDIRECT_PATH;

/** Tells whether the browser comes back from the authorisation server. */
export const isReturn = (): boolean => location.pathname === REDIRECT_PATH;

/** @throws OAuthError when the server refuses, TypeError when it does not answer */
async function post(path: string, parameters: Record<string, string>, keys: WebKeyPair): Promise<Answer> {
  const url = location.origin + path;
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...parameters });
  const key = new WebKey(keys, "keys");
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method: "POST",
      headers: { DPoP: await proofOf(key, { method: "POST", url, nonce: nonces.get() }) },
      body,
      credentials: "omit",
      cache: "no-store",
    });
    const nonce = response.headers.get("DPoP-Nonce");
    if (nonce !== null) nonces.set(nonce);
    const text = await response.text();
    const answer = text === "" ? {} : (JSON.parse(text) as Answer);
    if (response.ok) return answer;
    const { error = String(response.status), error_description: description = "" } = answer;
    if (error !== "use_dpop_nonce" || attempt > 1) throw new OAuthError(error, description);
  }
}

/** Returns all scopes of the service. The token has those that the person's key has: a key with less could not make keys like itself. */
async function allScopes(): Promise<string> {
  const response = await fetch("/.well-known/oauth-authorization-server", { credentials: "omit" });
  const { scopes_supported: scopes } = (await response.json()) as { readonly scopes_supported: string[] };
  return scopes.join(" ");
}

/** Pushes an authorisation request with a new key. @returns what to remember, and the address that the browser has to open */
export async function ask(returnTo: string): Promise<{ asked: Asked; address: string }> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  const asked = { keys, state: random(), verifier: random(), returnTo };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(asked.verifier));
  const pushed = await post(
    "/oauth/par",
    {
      redirect_uri: redirectUri(),
      response_type: "code",
      scope: await allScopes(),
      state: asked.state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: "S256",
    },
    keys,
  );
  const query = new URLSearchParams({ client_id: CLIENT_ID, request_uri: pushed.request_uri ?? "" });
  return { asked, address: `/oauth/authorize?${query}` };
}

/** Redeems the code of the address that the browser has come back to. @throws OAuthError for an answer that is not ours or refuses */
export async function redeem(asked: Asked, answer: URLSearchParams): Promise<Tokens> {
  if (answer.get("state") !== asked.state || answer.get("iss") !== location.origin)
    throw new OAuthError("invalid_answer", "");
  const code = answer.get("code");
  if (code === null)
    throw new OAuthError(answer.get("error") ?? "invalid_answer", answer.get("error_description") ?? "");
  const parameters = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri(),
    code_verifier: asked.verifier,
  };
  return tokensOf(await post("/oauth/token", parameters, asked.keys));
}

/** Gets the next tokens. A refresh token works once. */
export async function refresh(refreshToken: string, keys: WebKeyPair): Promise<Tokens> {
  const parameters = { grant_type: "refresh_token", refresh_token: refreshToken };
  return tokensOf(await post("/oauth/token", parameters, keys));
}

/** Ends the grant with all its tokens. */
export async function revoke(refreshToken: string, keys: WebKeyPair): Promise<void> {
  await post("/oauth/revoke", { token: refreshToken, token_type_hint: "refresh_token" }, keys);
}

/** Ends the session of this browser at the service, which else lets the next person in without a link. @throws OAuthError when it goes on */
export async function leave(): Promise<void> {
  const form = { method: "POST", credentials: "same-origin", redirect: "manual", cache: "no-store" } as const;
  const { ok, status } = await fetch("/oauth/account/sign-out", form);
  // 401: the browser has no session there.
  if (!ok && status !== 401) throw new OAuthError(String(status), "");
}

function tokensOf(answer: Answer): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  if (accessToken === undefined || refreshToken === undefined || seconds === undefined)
    throw new OAuthError("invalid_answer", "");
  return { accessToken, refreshToken, expiresAt: Date.now() + seconds * 1000 };
}
