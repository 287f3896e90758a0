// The console where people sign in at another authorisation server: the identity provider of a company.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { freePort } from "../support/ports.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ConsolePerson } from "./support/console.ts";
import { exchange } from "./support/http.ts";
import { IdentityProvider } from "./support/identity-provider.ts";
import { eventually, type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";

const CLIENT_ID = "payments-console";
const AUDIENCE = "https://payments.example/api";
const SCOPES = [
  "merchants.read",
  "merchants.write",
  "payments.read",
  "payments.write",
  "events.read",
  "audit.read",
  "keys.write",
];

describe("the console with an authorisation server of the operator's", function () {
  this.timeout(150_000);
  const folder = temporaryDirectory();
  const resources = new AsyncDisposableStack();
  /** For whom people may act, as the company has it. */
  const tenants = new Map<string, string>();
  let provider: IdentityProvider;
  let product: Product;
  let mint: Publisher;
  let shop: Merchant;

  before(async () => {
    buildUi();
    const port = String(await freePort());
    provider = resources.use(
      await IdentityProvider.start(await freePort(), {
        clientId: CLIENT_ID,
        redirectUri: `https://localhost:${port}/console/signed-in`,
        scopes: SCOPES,
        audience: AUDIENCE,
        tenantOf: (name) => tenants.get(name),
        staysIn: (name) => !name.startsWith("ben"),
      }),
    );
    const { issuer, caFile } = provider;
    const file = join(folder.path, "pda.config.yaml");
    const signIn = { issuer, clientId: CLIENT_ID, scopes: [...SCOPES, "openid"] };
    writeFileSync(
      file,
      JSON.stringify({
        oauth: { issuers: [{ issuer, audience: AUDIENCE, caFile }], server: { enabled: false } },
        console: { signIn },
      }),
    );
    product = await Product.start({ PDA_CONFIG: file, PDA_GATEWAY_PORT: port });
    mint = await publisher(product);
    shop = await merchant(product, mint);
    tenants.set("ada@shop.example", shop.merchantId);
    tenants.set("ben@shop.example", shop.merchantId);
  });
  after(async () => {
    await product?.stop();
    await resources.disposeAsync();
    folder[Symbol.dispose]();
  });

  async function signedIn(name: string, path = "/console/"): Promise<ConsolePerson> {
    const person = await ConsolePerson.at(product);
    await person.open(path);
    await person.press("Sign in");
    await provider.letIn(person.page, name);
    return person;
  }
  const recordsOf = async (requestId: string) =>
    (await product.client().GET("/api/v1/audit/records", { params: { query: { requestId } } })).data.items;

  it("names the server to the console only, lets the page call it, and prints no link that would lead nowhere", async () => {
    const { json } = await exchange(product, "/console/sign-in.json", {});
    expect(json).to.deep.equal({
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      scopes: [...SCOPES, "openid"],
      resource: AUDIENCE,
    });
    const policy = async (path: string) =>
      String((await exchange(product, path, {})).headers["content-security-policy"]);
    expect(await policy("/console/")).to.contain(`connect-src 'self' ${provider.issuer};`);
    expect(await policy("/wallet")).to.contain("connect-src 'self';");
    expect(product.output).to.contain(`${product.baseUrl}/console`);
    expect(product.output).not.to.contain("/oauth/sign-in/");
    expect((await exchange(product, "/oauth/account", {})).status).to.equal(404);
  });

  it("signs a person in, who sees and does what the company's server says, with a key that cannot be read out", async () => {
    await using ada = await ConsolePerson.at(product);
    await ada.open("/console/payments");
    const [asked] = await Promise.all([
      ada.page.waitForRequest((each) => each.url().startsWith(`${provider.issuer}/auth?`)),
      ada.press("Sign in"),
    ]);
    // The code is of use with this key and this browser's verifier only.
    expect(new URL(asked.url()).searchParams.get("dpop_jkt")).to.match(/^[\w-]{43}$/);
    expect(new URL(asked.url()).searchParams.get("code_challenge_method")).to.equal("S256");
    await provider.letIn(ada.page, "ada@shop.example");
    await ada.sees("Connected");
    expect(new URL(ada.page.url()).pathname + new URL(ada.page.url()).search).to.equal("/console/payments");
    const { accessToken = "", isExtractable } = (await ada.session()) ?? {};
    expect(isExtractable).to.equal(false);
    for (const scheme of ["DPoP", "Bearer"]) {
      const headers = { Authorization: `${scheme} ${accessToken}` };
      expect((await exchange(product, "/api/v1/payments", { headers })).status, scheme).to.equal(401);
    }
    await ada.open("/console/");
    await ada.sees(shop.merchantId);
    expect(await ada.text()).not.to.contain("Sessions and programs");
    await ada.follow("Point of sale");
    await ada.write("Asset type", mint.assetType);
    await ada.write("Amount", "3");
    await ada.press("Charge");
    await ada.finds("img[alt='QR code of the payment']");
    expect(ada.complaints).to.deep.equal([]);
    expect(await ada.barriers()).to.deep.equal([]);
  });

  it("tells the people of one company apart in the audit log, without their names", async () => {
    const seen: string[] = [];
    for (const name of ["ada@shop.example", "ben@shop.example"]) {
      await using person = await signedIn(name);
      await person.sees("You act as");
      const [answer] = await Promise.all([
        person.page.waitForResponse((each) => each.url().includes("/api/v1/payments?")),
        person.open("/console/payments"),
      ]);
      const requestId = answer.headers()["x-request-id"] ?? "";
      const [record] = await eventually("the record", async () => {
        const found = await recordsOf(requestId);
        return found.length > 0 ? found : undefined;
      });
      expect(record).to.deep.include({
        tenantId: shop.merchantId,
        mechanism: "issuer_access_token",
        tokenBinding: "dpop",
      });
      const hash = createHash("sha256").update(name).digest().subarray(0, 16).toString("base64url");
      expect(record?.credentialId).to.equal(`${new URL(provider.issuer).host}/#${CLIENT_ID}#${hash}`);
      seen.push(JSON.stringify(record));
    }
    expect(seen.join()).not.to.match(/\b(?:ada|ben)\b/);
  });

  it("renews the session with the server, which gives no other refresh token", async () => {
    await using ada = await signedIn("ada@shop.example");
    await ada.sees("You act as");
    const before = await ada.session();
    await ada.expireToken();
    await ada.open("/console/payments");
    await ada.sees("Connected");
    const now = await ada.session();
    expect(now?.accessToken).not.to.equal(before?.accessToken);
    expect(now?.refreshToken).to.equal(before?.refreshToken);
  });

  it("signs out here, takes the tokens back, and leads to where the session of the server ends", async () => {
    await using ada = await signedIn("ada@shop.example");
    await ada.sees("You act as");
    const { refreshToken = "" } = (await ada.session()) ?? {};
    expect(await provider.knows(refreshToken)).to.equal(true);
    await ada.press("Sign out");
    await ada.sees("The console has signed you out. Your session at");
    expect(await ada.session()).to.equal(undefined);
    expect(await provider.knows(refreshToken)).to.equal(false);
    expect(await ada.barriers()).to.deep.equal([]);
    await ada.follow("End it there");
    await ada.finds("button[name=logout]");
    await Promise.all([ada.page.waitForNavigation(), ada.page.click("button[name=logout]")]);
    await ada.open("/console/");
    await ada.press("Sign in");
    // The server does not know the person any more.
    await ada.finds("input[name=login]");
  });

  it("ends with the access token at a server that gives no other one, and says when it cannot end more", async () => {
    await using ben = await ConsolePerson.at(product);
    await withMetadata(ben, (metadata) => ({
      ...metadata,
      pushed_authorization_request_endpoint: undefined,
      revocation_endpoint: undefined,
      end_session_endpoint: undefined,
    }));
    await ben.open("/console/");
    await ben.press("Sign in");
    await provider.letIn(ben.page, "ben@shop.example");
    await ben.sees("You act as");
    const { refreshToken } = (await ben.session()) ?? {};
    expect(refreshToken).to.equal(undefined);
    await ben.expireToken();
    await ben.open("/console/payments");
    await ben.sees("Your session has ended. Sign in again.");
    await ben.press("Sign in");
    await ben.sees("Connected");
    await ben.press("Sign out");
    await ben.sees("End it there, or close the browser.");
  });

  it("pushes the request to a server that requires it", async () => {
    await using ada = await ConsolePerson.at(product);
    await withMetadata(ada, (metadata) => ({ ...metadata, require_pushed_authorization_requests: true }));
    await ada.open("/console/");
    const [asked] = await Promise.all([
      ada.page.waitForRequest((each) => each.url().startsWith(`${provider.issuer}/auth?`)),
      ada.press("Sign in"),
    ]);
    expect([...new URL(asked.url()).searchParams.keys()].toSorted()).to.deep.equal([
      "client_id",
      "request_uri",
    ]);
    await provider.letIn(ada.page, "ada@shop.example");
    await ada.sees("You act as");
  });

  it("shows no server the tokens of another one, after the settings have changed", async () => {
    await using ada = await signedIn("ada@shop.example");
    await ada.sees("You act as");
    const sent: string[] = [];
    ada.page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await ada.changeSession({ expiresAt: 0, issuer: "https://earlier.example" });
    await ada.open("/console/payments");
    await ada.sees("Your session has ended. Sign in again.");
    expect(sent).to.deep.equal([]);
  });

  it("lets two tabs sign in at once, whatever else leads a browser to the address of the answer", async () => {
    await using first = await ConsolePerson.at(product);
    await using second = await first.otherTab();
    for (const [tab, path] of [
      [first, "/console/payments"],
      [second, "/console/balances"],
    ] as const) {
      await tab.open(path);
      await tab.press("Sign in");
      await tab.finds("input[name=login]");
    }
    await using third = await first.otherTab();
    await third.open("/console/signed-in?error=x&state=zz&iss=https://evil.example");
    await third.sees("You could not be signed in.");
    await provider.letIn(second.page, "ada@shop.example");
    await second.sees("Connected");
    expect(new URL(second.page.url()).pathname).to.equal("/console/balances");
    await first.open("/console/payments");
    await first.sees("Connected");
  });

  it("ends the session when the server refuses to renew it, and waits when it only fails", async () => {
    await using ada = await signedIn("ada@shop.example");
    await ada.sees("You act as");
    let answer: { status: number; body: string } | undefined = { status: 503, body: "<html>" };
    await ada.page.setRequestInterception(true);
    ada.page.on("request", (request) => {
      const isAsked = request.method() === "POST" && request.url() === `${provider.issuer}/token`;
      if (!answer || !isAsked) void request.continue();
      else void request.respond({ ...answer, headers: { "access-control-allow-origin": "*" } });
    });
    await ada.expireToken();
    await ada.open("/console/payments").catch(() => undefined);
    await ada.sees("Wait a little, then try again.");
    await ada.finds('::-p-aria([name="Sign out"][role="button"])');
    answer = undefined;
    await ada.press("Try again");
    await ada.sees("Connected");
    answer = { status: 401, body: JSON.stringify({ error: "unauthorized_client" }) };
    await ada.expireToken();
    await ada.page.reload();
    await ada.sees("Your session has ended. Sign in again.");
  });

  it("signs out at once, also when the server does not answer", async () => {
    await using ada = await signedIn("ada@shop.example");
    await ada.sees("You act as");
    await ada.page.setRequestInterception(true);
    ada.page.on("request", (request) => {
      if (!request.url().startsWith(provider.issuer)) void request.continue();
    });
    await ada.press("Sign out");
    await ada.sees("You are being signed out");
    expect(await ada.session()).to.equal(undefined);
    await ada.sees("Your session at");
  });

  it("says why the service does not take what the server has issued", async () => {
    await using carl = await signedIn("carl@elsewhere.example");
    await carl.sees("You have signed in at");
    await carl.sees("The claim pda_tenant of the access token is missing");
    expect(await carl.session()).to.equal(undefined);
  });

  it("sends nobody to a server that would leave the tokens loose, or is another one", async () => {
    await using ada = await ConsolePerson.at(product);
    let change: Record<string, unknown> = {};
    await withMetadata(ada, (metadata) => ({ ...metadata, ...change }));
    for (const [next, said] of [
      [{ dpop_signing_alg_values_supported: undefined }, "does not bind access tokens to keys"],
      [{ dpop_signing_alg_values_supported: ["PS256"] }, "does not bind access tokens to keys"],
      [{ code_challenge_methods_supported: ["plain"] }, "does not say that it supports PKCE"],
      [{ token_endpoint: "https://elsewhere.example/token" }, "not at the issuer's address"],
      [{ issuer: "https://elsewhere.example" }, "of another issuer: https://elsewhere.example"],
      [{ authorization_endpoint: "javascript:alert(1)" }, "names no token or authorisation endpoint"],
    ] as const) {
      change = next;
      await ada.open("/console/");
      await ada.press("Sign in");
      await ada.sees(said);
    }
    expect(await ada.barriers()).to.deep.equal([]);
  });

  /** Changes what a browser reads of the server's metadata. */
  async function withMetadata(
    { page }: ConsolePerson,
    change: (metadata: Record<string, unknown>) => Record<string, unknown>,
  ): Promise<void> {
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (!request.url().startsWith(`${provider.issuer}/.well-known/`)) void request.continue();
      else
        void provider.metadata().then((metadata) =>
          request.respond({
            headers: { "access-control-allow-origin": "*" },
            contentType: "application/json",
            body: JSON.stringify(change(metadata)),
          }),
        );
    });
  }
});
