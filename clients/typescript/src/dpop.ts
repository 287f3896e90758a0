// Access tokens that are bound to a key of the caller: each attempt proves the key (DPoP, RFC 9449).
import { randomUUID } from "node:crypto";
import type { Credential, Outgoing } from "./credential.ts";
import { CallerKey, type PrivateKey, sha256 } from "./private-key.ts";

/** An access token, and the key that it is bound to. */
export interface DpopToken {
  /** Returns the token to use now. Called for each attempt, so keep a token until it ends. An error ends the call unchanged. */
  readonly accessToken: () => string | Promise<string>;
  /** Of type P-256, Ed25519 or RSA. `cnf.jkt` of the token is the thumbprint of its public key (RFC 7638). */
  readonly privateKey: PrivateKey;
}

/** Sends the token with a proof for each attempt, and with the newest nonce that the service gave. */
export class DpopCredential implements Credential {
  readonly #accessToken: DpopToken["accessToken"];
  readonly #key: CallerKey;
  #nonce: string | undefined;

  /** @throws TypeError for a key that cannot be used; the text never contains the key */
  constructor({ accessToken, privateKey }: DpopToken) {
    if (typeof accessToken !== "function")
      throw new TypeError("dpop.accessToken has to be a function that returns the access token");
    this.#accessToken = accessToken;
    this.#key = new CallerKey(privateKey, "the option dpop");
  }

  async authorise({ method, url, headers }: Outgoing): Promise<void> {
    const token = await this.#accessToken();
    if (!/^[!-~]+$/.test(token))
      throw new TypeError("dpop.accessToken returned no token, or one with a character that no token has");
    const { origin, pathname } = new URL(url);
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: origin + pathname,
      iat: Math.floor(Date.now() / 1000),
      ath: sha256(token),
      nonce: this.#nonce,
    };
    headers.set("Authorization", `DPoP ${token}`);
    headers.set("DPoP", this.#key.jwt({ typ: "dpop+jwt", jwk: this.#key.jwk }, claims));
  }

  isChallengedBy({ status, headers }: Response): boolean {
    const nonce = headers.get("DPoP-Nonce");
    if (nonce === null) return false;
    this.#nonce = nonce;
    return (
      status === 401 && /\bDPoP\b.*\berror="use_dpop_nonce"/i.test(headers.get("WWW-Authenticate") ?? "")
    );
  }
}
