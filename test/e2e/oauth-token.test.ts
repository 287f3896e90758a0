// Calls with access tokens of an OAuth issuer, over REST and by an internal service over gRPC.
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { newKey as newClientKey, newRequest } from "../services/support/openssl.ts";
import { TestIssuer, newKey } from "../services/support/issuer.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask, exchange, type Received, type Sent } from "./support/http.ts";
import { type Merchant, merchant, publisher, type Publisher } from "./support/scene.ts";

const audience = "https://pay.example";

describe("access tokens of an OAuth issuer over REST", function () {
  this.timeout(120_000);
  const folder = temporaryDirectory();
  let issuer: TestIssuer;
  let product: Product;
  let mint: Publisher;
  let shop: Merchant;

  before(async () => {
    issuer = await TestIssuer.start();
    const file = join(folder.path, "pda.config.yaml");
    const settings = {
      issuers: [{ issuer: issuer.issuer, audience, caFile: issuer.caFile, tenants: ["merchant"] }],
    };
    writeFileSync(file, JSON.stringify({ oauth: settings }));
    product = await Product.start({ PDA_CONFIG: file });
    mint = await publisher(product);
    shop = await merchant(product, mint);
  });
  after(async () => {
    await product.stop();
    await issuer[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const tokenFor = (claims = {}): Promise<string> =>
    issuer.token(shop.merchantId, {
      claims: { aud: audience, scope: "payments.read payments.write", ...claims },
    });
  const call = (key: string, to: string, sent: Sent = {}): Promise<Received> =>
    ask(product, `/api/v1${to}`, { key, ...sent });
  const order = () => ({ amount: "1", assetType: mint.assetType, merchantId: shop.merchantId });
  const outcome = ({ status, json }: Received) => [status, json.errors?.[0]?.reason];

  it("act for the merchant that they name, again and again", async () => {
    const token = await tokenFor();
    const made = await call(token, "/payments", { body: order() });
    expect(made.status, made.text).to.equal(201);
    expect((await call(token, `/payments/${made.json.data.paymentId}`)).status).to.equal(200);
  });

  it("hold no stream open when they have ended, since nobody can revoke them", async () => {
    const exp = Math.floor(Date.now() / 1000) + 3;
    const token = await tokenFor({ scope: "events.read", exp });
    const headers = { Accept: "text/event-stream" };
    const { status, text } = await exchange(product, "/api/v1/events/stream", { key: token, headers });
    expect([status, text.startsWith("retry:")]).to.deep.equal([200, true]);
    // Clocks may be ten seconds apart.
    expect(Date.now() / 1000 - exp).to.be.within(9, 30);
    expect(outcome(await call(token, "/events"))).to.deep.equal([401, "TOKEN_EXPIRED"]);
  });

  it("share idempotency keys with the merchant's other credentials", async () => {
    const sent = { body: order(), headers: { "Idempotency-Key": `order-${shop.merchantId}` } };
    const first = await call(await tokenFor(), "/payments", sent);
    const again = await call(shop.key, "/payments", sent);
    expect(again.headers["idempotency-replayed"]).to.equal("true");
    expect(again.json.data.paymentId).to.equal(first.json.data.paymentId);
  });

  it("reach no other merchant, and no more than their scopes", async () => {
    const other = await merchant(product, mint);
    const body = { ...order(), merchantId: other.merchantId };
    expect(outcome(await call(await tokenFor(), "/payments", { body }))).to.deep.equal([403, "OTHER_TENANT"]);
    const reader = await tokenFor({ scope: "payments.read" });
    const refused = await call(reader, "/payments", { body: order() });
    expect(outcome(refused)).to.deep.equal([403, "SCOPE_MISSING"]);
    expect(refused.headers["www-authenticate"]).to.match(
      /error="insufficient_scope", scope="payments.write"/,
    );
  });

  it("are refused with a reason, and with the way to the metadata of the service", async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const [token, reason] of [
      [await tokenFor({ iat: now - 400, exp: now - 100 }), "TOKEN_EXPIRED"],
      [await tokenFor({ aud: "https://other.example" }), "TOKEN_OF_OTHER_AUDIENCE"],
      [await tokenFor({ pda_tenant: "operator" }), "TOKEN_CLAIMS_MALFORMED"],
      [
        await issuer.token(shop.merchantId, { claims: { aud: audience }, key: await newKey() }),
        "CREDENTIAL_REFUSED",
      ],
    ] as const) {
      const refused = await call(token, "/payments");
      expect(outcome(refused)).to.deep.equal([401, reason]);
      const challenge = String(refused.headers["www-authenticate"]);
      expect(challenge).to.match(/^Bearer .*error="invalid_token"/);
      const [, address = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      const metadata = await ask(product, new URL(address).pathname);
      expect(metadata.json).to.deep.include({
        resource: product.baseUrl,
        authorization_servers: [issuer.issuer, product.baseUrl],
        bearer_methods_supported: ["header"],
      });
      expect(metadata.json.scopes_supported).to.include("payments.write");
    }
  });

  describe("bound to a client certificate", () => {
    /** A certificate with its key, and its thumbprint as RFC 8705 section 3.1 says. */
    const certified = async (scopes: string[], by = shop) => {
      const key = newClientKey();
      const sent = { key: by.key, body: { certificateSigningRequest: newRequest(key), scopes } };
      const issued = await ask(product, `/api/v1/merchants/${by.merchantId}/certificates`, sent);
      expect(issued.status, issued.text).to.equal(201);
      const cert = issued.json.data.certificateChain as string;
      const thumbprint = Buffer.from(new X509Certificate(cert).fingerprint256.replaceAll(":", ""), "hex");
      return { cert, key, thumbprint: thumbprint.toString("base64url") };
    };
    const connected = (client: { cert: string; key: string }) => {
      const front = { baseUrl: product.baseUrl, ca: product.ca, asClient: client };
      return (to: string, sent: Sent = {}) => ask(front, `/api/v1${to}`, sent);
    };

    it("count on connections with it, and nowhere else", async () => {
      const client = await certified([]);
      const token = await tokenFor({ cnf: { "x5t#S256": client.thumbprint } });
      const made = await connected(client)("/payments", { key: token, body: order() });
      expect(made.status, made.text).to.equal(201);
      expect(outcome(await call(token, "/payments"))).to.deep.equal([401, "TOKEN_BOUND"]);
      const other = connected(await certified([]));
      expect(outcome(await other("/payments", { key: token }))).to.deep.equal([401, "TOKEN_BOUND"]);
    });

    it("count with a certificate that means nothing to the service", async () => {
      const foreign = await TestIssuer.start();
      await using _ = foreign;
      const client = foreign.clientCertificate;
      const token = await tokenFor({ cnf: { "x5t#S256": client.thumbprint } });
      expect((await connected(client)("/payments", { key: token })).status).to.equal(200);
      // The certificate alone is no credential, and it does not count beside a token that is not bound to it.
      for (const sent of [{}, { key: await tokenFor() }])
        expect(outcome(await connected(client)("/payments", sent))).to.deep.equal([
          401,
          "CLIENT_CERTIFICATE_REFUSED",
        ]);
    });

    it("are not needed: a token without a binding counts with a certificate of the same merchant, and with no other", async () => {
      const token = await tokenFor();
      const same = connected(await certified(["payments.read"]));
      expect((await same("/payments", { key: token })).status).to.equal(200);
      const other = await merchant(product, mint);
      const foreign = connected(await certified(["payments.read"], other));
      expect(outcome(await foreign("/payments", { key: token }))).to.deep.equal([
        401,
        "CREDENTIALS_DISAGREE",
      ]);
    });
  });
});
