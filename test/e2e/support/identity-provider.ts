// The identity provider of a company, at which people sign in: a certified library, with its own development pages for name and consent.
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { type Configuration, Provider } from "oidc-provider";
import type { Page } from "puppeteer-core";
import { createRoot, issueLeaf } from "../../../src/pki/authority.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { exchange } from "./http.ts";

interface ProviderOptions {
  readonly clientId: string;
  readonly redirectUri: string;
  /** Scopes that it knows of the service. */
  readonly scopes: readonly string[];
  /** What `aud` of its tokens may be. */
  readonly audience: string;
  /** Returns for whom a person may act: the claim `pda_tenant`. */
  readonly tenantOf: (name: string) => string | undefined;
  /** Tells who gets refresh tokens. */
  readonly staysIn: (name: string) => boolean;
  /** What the provider can do, beside what every one can. */
  readonly features?: Configuration["features"];
}

/** Another server, with a root of its own. */
export class IdentityProvider implements AsyncDisposable {
  readonly issuer: string;
  /** Root of its certificate, in PEM. */
  readonly caFile: string;
  readonly #provider: Provider;
  readonly #resources: AsyncDisposableStack;

  private constructor(provider: Provider, caFile: string, resources: AsyncDisposableStack) {
    this.issuer = provider.issuer;
    this.caFile = caFile;
    this.#provider = provider;
    this.#resources = resources;
  }

  static async start(port: number, options: ProviderOptions): Promise<IdentityProvider> {
    await using undo = new AsyncDisposableStack();
    const folder = undo.use(temporaryDirectory());
    const root = await createRoot("identity provider", 1);
    const names = { commonName: "localhost", dns: ["localhost"], ip: [] };
    const caFile = join(folder.path, "ca.pem");
    writeFileSync(caFile, root.cert);
    const server = createServer(await issueLeaf(root, { ...names, usages: ["server"], days: 1 }));
    server.listen(port, "localhost");
    await once(server, "listening");
    undo.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, await settings(options));
    const answer = provider.callback();
    server.on("request", (request, response) => void answer(request, response));
    return new IdentityProvider(provider, caFile, undo.move());
  }

  /** Says who one is, and agrees, at the pages of the provider. The browser comes back to the service. */
  async letIn(page: Page, name: string): Promise<void> {
    await page.waitForSelector("input[name=login]");
    await page.type("input[name=login]", name);
    await page.type("input[name=password]", "any");
    await Promise.all([page.waitForNavigation(), page.click("button[type=submit]")]);
    await Promise.all([page.waitForNavigation(), page.click("button[type=submit]")]);
  }

  /** What the server says about itself. */
  async metadata(): Promise<Record<string, unknown>> {
    const ca = readFileSync(this.caFile, "utf8");
    return (await exchange({ baseUrl: this.issuer, ca }, "/.well-known/openid-configuration", {})).json;
  }

  /** Tells whether a refresh token counts. */
  async knows(refreshToken: string): Promise<boolean> {
    return (await this.#provider.RefreshToken.find(refreshToken)) !== undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}

async function settings({
  clientId,
  redirectUri,
  scopes,
  audience,
  tenantOf,
  staysIn,
  features,
}: ProviderOptions): Promise<Configuration> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "1" }] },
    cookies: { keys: ["test"] },
    clients: [
      {
        client_id: clientId,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        application_type: "web",
        id_token_signed_response_alg: "ES256",
      },
    ],
    clientBasedCORS: (_ctx, origin) => origin === new URL(redirectUri).origin,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    issueRefreshToken: (_ctx, _client, token) => staysIn(String(token.accountId)),
    rotateRefreshToken: false,
    extraTokenClaims: (_ctx, token) => {
      const tenant = "accountId" in token ? tenantOf(token.accountId) : undefined;
      return tenant === undefined ? {} : { pda_tenant: tenant };
    },
    features: {
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes.join(" "),
          audience,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "ES256" } },
        }),
      },
      ...features,
    },
  };
}
