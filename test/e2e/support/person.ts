// A person who signs in, and the person's program: an OAuth client as oauth4webapi makes one.
import { Agent, fetch as fetchBy } from "undici";
import * as oauth from "oauth4webapi";
import type { CallerKey } from "../../support/access-tokens.ts";
import type { Product } from "../../support/product.ts";
import { Browser } from "./browser.ts";

export const REDIRECT_URI = "http://127.0.0.1:49152/callback";

/** What a program sends, unless a test changes it; undefined leaves a parameter out. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** Returns the JSON of an answer. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
export const jsonOf = (answer: Response): Promise<any> => answer.json();

/** Returns the status and the OAuth error of an answer. */
export const errorOf = async (answer: Response): Promise<unknown[]> => [
  answer.status,
  (await jsonOf(answer)).error,
];

/** Makes a key of the help desk and returns its identifier. @throws when the command fails */
export async function newPersonKey(product: Product): Promise<string> {
  const { code, stdout, stderr } = await product.pda(
    "keys",
    "create",
    "--name",
    "help desk",
    "--role",
    "support",
  );
  if (code !== 0) throw new Error(stderr);
  return /key_[0-9a-z]{26}/.exec(stdout)?.[0] as string;
}

/** Returns the link that signs a person in as a key. @throws when the command fails */
export async function newLink(
  product: Product,
  keyId: string,
): Promise<{ readonly link: string; readonly sessionId: string }> {
  const { code, stdout, stderr } = await product.pda("sign-in", "link", "--key", keyId);
  if (code !== 0) throw new Error(stderr);
  const [, sessionId = ""] = /^session +(ses_\S+)$/m.exec(stdout) ?? [];
  const [, link = ""] = /^link +(https:\S+)$/m.exec(stdout) ?? [];
  return { link, sessionId };
}

/** Returns the browser of a person who has just signed in as a key. */
export async function signedIn(
  product: Product,
  keyId: string,
  from?: string,
): Promise<{ readonly browser: Browser; readonly sessionId: string }> {
  const { link, sessionId } = await newLink(product, keyId);
  const browser = new Browser(product, from);
  const { status, text } = await browser.press(link);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return { browser, sessionId };
}

/** Who a program is, and how it authenticates. */
export interface Identity {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly authentication: oauth.ClientAuth;
  /** Address of the program, one of 127.0.0.0/8. */
  readonly from?: string;
}

const IMPORTED = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  PS256: { name: "RSA-PSS", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
};

/** Returns how a program authenticates by assertions that its key signs; their `kid` is the program's identifier. */
export async function assertionsBy(key: CallerKey, clientId: string): Promise<oauth.ClientAuth> {
  const jwk = key.privateKey.export({ format: "jwk" });
  const imported = await crypto.subtle.importKey("jwk", jwk, IMPORTED[key.algorithm], false, ["sign"]);
  return oauth.PrivateKeyJwt({ key: imported, kid: clientId });
}

const COMMAND_LINE: Identity = {
  clientId: "command-line",
  redirectUri: REDIRECT_URI,
  authentication: oauth.None(),
};

/** A program of a person, with its own DPoP key. */
export class Program {
  readonly client: oauth.Client;
  readonly server: oauth.AuthorizationServer;
  readonly verifier = oauth.generateRandomCodeVerifier();
  readonly state = oauth.generateRandomState();
  readonly DPoP: oauth.DPoPHandle;
  readonly options: {
    readonly DPoP: oauth.DPoPHandle;
    readonly [oauth.customFetch]: ReturnType<typeof fetchFrom>;
  };
  readonly #product: Product;
  readonly #as: Identity;

  private constructor(
    product: Product,
    server: oauth.AuthorizationServer,
    keys: oauth.CryptoKeyPair,
    as: Identity,
  ) {
    this.#product = product;
    this.#as = as;
    this.client = { client_id: as.clientId };
    this.server = server;
    this.DPoP = oauth.DPoP(this.client, keys);
    this.options = { DPoP: this.DPoP, [oauth.customFetch]: fetchFrom(product, as.from) };
  }

  static async of(product: Product, as = COMMAND_LINE): Promise<Program> {
    const issuer = new URL(product.baseUrl);
    const options = { algorithm: "oauth2" as const, [oauth.customFetch]: fetchFrom(product) };
    const found = await oauth.discoveryRequest(issuer, options);
    const server = await oauth.processDiscoveryResponse(issuer, found);
    return new Program(product, server, await oauth.generateKeyPair("ES256"), as);
  }

  /** Pushes the authorisation request. */
  async push(changes: Changes = {}): Promise<Response> {
    const parameters = {
      response_type: "code",
      redirect_uri: this.#as.redirectUri,
      scope: "payments.read",
      state: this.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(this.verifier),
      code_challenge_method: "S256",
      ...changes,
    };
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    return this.#withNonce(() =>
      oauth.pushedAuthorizationRequest(
        this.server,
        this.client,
        this.#as.authentication,
        new URLSearchParams(given),
        this.options,
      ),
    );
  }

  /** Pushes the request, and returns the address that the person's browser has to open. */
  async begin(changes: Changes = {}): Promise<string> {
    const pushed = await oauth.processPushedAuthorizationResponse(
      this.server,
      this.client,
      await this.push(changes),
    );
    const address = new URL(this.server.authorization_endpoint as string);
    address.searchParams.set("client_id", this.client.client_id);
    address.searchParams.set("request_uri", pushed.request_uri);
    return address.href;
  }

  /** Lets a person allow the program what it asks for. @returns the address that the browser is sent back to */
  async allowedBy(browser: Browser, changes: Changes = {}): Promise<URL> {
    const asked = await browser.open(await this.begin(changes));
    const consent = asked.headers.location as string;
    const allowed = await browser.press(`${consent}/allow`);
    const back = await browser.open(allowed.headers.location as string);
    return new URL(back.headers.location as string);
  }

  /** Redeems the code of an answer. */
  async redeem(answer: URL, verifier = this.verifier, redirectUri = this.#as.redirectUri): Promise<Response> {
    const parameters = oauth.validateAuthResponse(this.server, this.client, answer, this.state);
    return this.#withNonce(() =>
      oauth.authorizationCodeGrantRequest(
        this.server,
        this.client,
        this.#as.authentication,
        parameters,
        redirectUri,
        verifier,
        this.options,
      ),
    );
  }

  /** Redeems the code of an answer, which must be good. */
  async tokens(answer: URL): Promise<oauth.TokenEndpointResponse> {
    return oauth.processAuthorizationCodeResponse(this.server, this.client, await this.redeem(answer));
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.#withNonce(() =>
      oauth.refreshTokenGrantRequest(
        this.server,
        this.client,
        this.#as.authentication,
        refreshToken,
        this.options,
      ),
    );
  }

  /** Gives a refresh token back. */
  revoke(refreshToken: string): Promise<Response> {
    return oauth.revocationRequest(
      this.server,
      this.client,
      this.#as.authentication,
      refreshToken,
      this.options,
    );
  }

  /** Calls the interface with an access token. */
  async call(accessToken: string): Promise<Response> {
    const url = new URL(`${this.#product.baseUrl}/api/v1/payments`);
    try {
      return await this.#withNonce(() =>
        oauth.protectedResourceRequest(accessToken, "GET", url, undefined, undefined, this.options),
      );
    } catch (error) {
      if (error instanceof oauth.WWWAuthenticateChallengeError) return error.response;
      throw error;
    }
  }

  /** Repeats a request once when the service wants another nonce (RFC 9449 section 8). */
  async #withNonce(send: () => Promise<Response>): Promise<Response> {
    try {
      const first = await send();
      if (first.status !== 400) return first;
      const { error } = await jsonOf(first.clone());
      return error === "use_dpop_nonce" ? await send() : first;
    } catch (error) {
      if (!oauth.isDPoPNonceError(error)) throw error;
      return send();
    }
  }
}

/** Makes a `fetch` with a connection of its own for each request, so that every gateway gets some. */
function fetchFrom({ ca }: Product, from?: string): (url: string, init: object) => Promise<Response> {
  return async (url, init) => {
    const dispatcher = new Agent({ connect: { ca }, ...(from === undefined ? {} : { localAddress: from }) });
    try {
      const answer = await fetchBy(url, { ...init, dispatcher });
      return new Response(answer.status === 204 ? null : await answer.text(), {
        status: answer.status,
        headers: [...answer.headers],
      });
    } finally {
      await dispatcher.close();
    }
  };
}
