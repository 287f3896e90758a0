// Access tokens that are bound to a key of the caller: each attempt proves the key (DPoP, RFC 9449).
import { type CallerKey, digestOf, jwtOf } from "./caller-key.ts";
import type { Credential, Outgoing } from "./credential.ts";

/**
 * Returns the token to use now. Called for each attempt, so keep a token until it ends. An error ends the call unchanged. If a request with
 * an effect was sent before, the error is the `cause` of a PdaConnectionError with the idempotency key.
 */
export type AccessToken = () => string | Promise<string>;

/** Keeps the newest nonce of the service, so that the next client begins with it and is not asked for one first. */
export interface NonceStore {
  /** Returns the nonce that was kept last; undefined when there is none. */
  get(): string | undefined;
  set(nonce: string): void;
}

/** Keeps the nonce as long as the client lives. */
function inMemory(): NonceStore {
  let kept: string | undefined;
  return {
    get: () => kept,
    set: (nonce) => {
      kept = nonce;
    },
  };
}

/** Sends the token with a proof for each attempt, and with the newest nonce that the service gave. */
export class DpopCredential implements Credential {
  readonly #accessToken: AccessToken;
  readonly #key: CallerKey;
  readonly #nonces: NonceStore;

  /** @throws TypeError when `accessToken` is no function */
  constructor(accessToken: AccessToken, key: CallerKey, nonces: NonceStore = inMemory()) {
    if (typeof accessToken !== "function")
      throw new TypeError("dpop.accessToken has to be a function that returns the access token");
    this.#accessToken = accessToken;
    this.#key = key;
    this.#nonces = nonces;
  }

  async authorise({ method, url, headers }: Outgoing): Promise<void> {
    const token = await this.#accessToken();
    if (!/^[!-~]+$/.test(token))
      throw new TypeError("dpop.accessToken returned no token, or one with a character that no token has");
    const ath = await digestOf(this.#key, token);
    headers.set("Authorization", `DPoP ${token}`);
    headers.set("DPoP", await proofOf(this.#key, { method, url, ath, nonce: this.#nonces.get() }));
  }

  isChallengedBy({ status, headers }: Response): boolean {
    const nonce = headers.get("DPoP-Nonce");
    if (nonce === null) return false;
    this.#nonces.set(nonce);
    return (
      status === 401 && /\bDPoP\b.*\berror="use_dpop_nonce"/i.test(headers.get("WWW-Authenticate") ?? "")
    );
  }
}

/** Returns a proof for one request (RFC 9449 section 4.2). @param request `ath` beside an access token */
export async function proofOf(
  key: CallerKey,
  {
    method,
    url,
    ath,
    nonce,
  }: Pick<Outgoing, "method" | "url"> & { readonly ath?: string; readonly nonce: string | undefined },
): Promise<string> {
  const { origin, pathname } = new URL(url);
  const iat = Math.floor(Date.now() / 1000);
  const claims = { jti: crypto.randomUUID(), htm: method, htu: origin + pathname, iat, ath, nonce };
  return jwtOf(key, { typ: "dpop+jwt", jwk: await key.publicJwk() }, claims);
}
