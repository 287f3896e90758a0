// Client certificates that a proxy has seen and passes on (RFC 9440), believed from the proxies of the settings only.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask, type Received, type Sent } from "./support/http.ts";
import { eventually, type Merchant, merchant, publisher, type Publisher } from "./support/scene.ts";

/** A proxy's own key and self-signed certificate. */
function newProxy(): { cert: string; key: string } {
  const key = newKey();
  using directory = temporaryDirectory();
  const file = join(directory.path, "key.pem");
  writeFileSync(file, key);
  const cert = execFileSync("openssl", ["req", "-x509", "-key", file, "-days", "9", "-subj", "/CN=proxy"], {
    encoding: "utf8",
  });
  return { cert, key };
}

describe("certificates that a proxy passes on", function () {
  this.timeout(120_000);
  const proxy = newProxy();
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  /** The certificate of the shop, and a header with it. */
  let office: { cert: string; key: string };
  let passedOn: Record<string, string>;

  before(async () => {
    // As openssl writes it. The second one belongs to nobody here.
    const { fingerprint256 } = new X509Certificate(proxy.cert);
    product = await Product.start({ PDA_GATEWAY_PROXIES: `${fingerprint256},${"0".repeat(64)}` });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    const key = newKey();
    const issued = await ask(product, `/api/v1/merchants/${shop.merchantId}/certificates`, {
      key: shop.key,
      body: { certificateSigningRequest: newRequest(key), scopes: ["payments.read"] },
    });
    expect(issued.status, issued.text).to.equal(201);
    office = { cert: issued.json.data.certificateChain, key };
    passedOn = { "Client-Cert": `:${new X509Certificate(office.cert).raw.toString("base64")}:` };
  });
  after(() => product[Symbol.asyncDispose]());

  const by = (asClient?: { cert: string; key: string }) => {
    const front = { baseUrl: product.baseUrl, ca: product.ca, ...(asClient ? { asClient } : {}) };
    return (sent: Sent = {}) => ask(front, "/api/v1/payments", sent);
  };
  const outcome = ({ status, json }: Received) => [status, json.errors?.[0]?.reason];

  it("authenticate the proxy's client, each request by itself", async () => {
    const send = by(proxy);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect(outcome(await send({ headers: passedOn }))).to.deep.equal([200, undefined]);
      expect(outcome(await send())).to.deep.equal([401, "CREDENTIAL_MISSING"]);
    }
    expect(outcome(await send({ headers: passedOn, body: {} }))).to.deep.equal([403, "SCOPE_MISSING"]);
  });

  it("authenticate a publisher behind the proxy, until its certificate is revoked", async () => {
    const path = `/api/v1/publishers/${issuer.publisherId}`;
    const issued = await ask(product, `${path}/access-certificates`, {
      key: product.operatorKey,
      body: { certificateSigningRequest: newRequest(newKey()), scopes: ["publishers.read"] },
    });
    const { certificate, certificateId } = issued.json.data;
    const headers = { "Client-Cert": `:${new X509Certificate(certificate).raw.toString("base64")}:` };
    const front = { baseUrl: product.baseUrl, ca: product.ca, asClient: proxy };
    const read = () => ask(front, path, { headers });
    expect((await read()).json.data).to.include({ publisherId: issuer.publisherId });
    const key = product.operatorKey;
    await ask(product, `${path}/access-certificates/${certificateId}/revoke`, { key, body: {} });
    await eventually("it is refused", async () => (await read()).status === 401);
    const refused = await read();
    expect([...outcome(refused), refused.json.errorCode]).to.deep.equal([
      401,
      "ACCESS_CERTIFICATE_NOT_VALID",
      "SVC-4010",
    ]);
  });

  it("leave the proxy's own certificate out of account", async () => {
    const send = by(proxy);
    expect(outcome(await send({ key: shop.key }))).to.deep.equal([200, undefined]);
    expect(outcome(await send({ key: shop.key, headers: passedOn }))).to.deep.equal([200, undefined]);
    const other = await merchant(product, issuer);
    expect(outcome(await send({ key: other.key, headers: passedOn }))).to.deep.equal([
      401,
      "CREDENTIALS_DISAGREE",
    ]);
  });

  it("are refused when the header is no certificate", async () => {
    const send = by(proxy);
    const [, base64 = ""] = passedOn["Client-Cert"]?.split(":") ?? [];
    const proxies = new X509Certificate(proxy.cert).raw.toString("base64");
    for (const value of [
      "",
      "::",
      base64,
      `:${base64}`,
      `:${base64}:;a=1`,
      `:${base64}:, :${base64}:`,
      `:${base64}=:`,
      ":!:",
      ":AAAA:",
      `:${proxies}:`,
    ])
      expect(outcome(await send({ headers: { "Client-Cert": value } })), value.slice(0, 20)).to.deep.equal([
        401,
        "CLIENT_CERTIFICATE_REFUSED",
      ]);
  });

  it("come with the client's address, which networks of API keys are compared with", async () => {
    const created = await ask(product, `/api/v1/merchants/${shop.merchantId}/api-keys`, {
      key: shop.key,
      body: {
        name: "office",
        scopes: ["payments.read"],
        allowedNetworks: ["203.0.113.0/24", "2001:db8::/32"],
      },
    });
    const key: string = created.json.data.secret;
    const from = async (addresses: string, asClient?: { cert: string; key: string }) =>
      outcome(await by(asClient)({ key, headers: { "X-Forwarded-For": addresses } }));
    expect(await from("203.0.113.7", proxy)).to.deep.equal([200, undefined]);
    expect(await from("192.0.2.1, 2001:db8::7", proxy)).to.deep.equal([200, undefined]);
    for (const address of [
      "203.0.113.7:4711",
      "[2001:db8::7]:4711",
      "[2001:db8::7]",
      `2001:db8::7%${"a".repeat(3000)}`,
    ])
      expect(await from(address, proxy), address.slice(0, 40)).to.deep.equal([200, undefined]);
    // What the client itself has written in front does not count.
    for (const addresses of ["203.0.113.7, 192.0.2.1", "203.0.113.7, nonsense", "203.0.113.7,", ""])
      expect(await from(addresses, proxy), addresses).to.deep.equal([403, "NETWORK_NOT_ALLOWED"]);
    for (const client of [undefined, office])
      expect(await from("203.0.113.7", client)).to.deep.equal([403, "NETWORK_NOT_ALLOWED"]);
  });

  it("are believed from nobody else", async () => {
    expect(outcome(await by()({ headers: passedOn }))).to.deep.equal([401, "CREDENTIAL_MISSING"]);
    expect(outcome(await by(newProxy())({ headers: passedOn }))).to.deep.equal([
      401,
      "CLIENT_CERTIFICATE_REFUSED",
    ]);
    // A merchant is who its own connection says.
    const other = new X509Certificate(proxy.cert).raw.toString("base64");
    const sent = { headers: { "Client-Cert": `:${other}:` } };
    expect(outcome(await by(office)(sent))).to.deep.equal([200, undefined]);
  });
});
