// Merchants and terminals that prove who they are by their certificate as TLS clients, over REST.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { expect } from "chai";
import { createPdaClient } from "../../clients/typescript/src/index.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask, exchange, type Received, type Sent } from "./support/http.ts";
import { eventually, type Merchant, merchant, publisher, type Publisher } from "./support/scene.ts";

const revokedWithinMs = 5_000;

interface Client {
  readonly certificateId: string;
  readonly cert: string;
  readonly key: string;
}

describe("client certificates over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
  });
  beforeEach(async () => {
    shop = await merchant(product, issuer);
  });

  const own = (to: string, sent: Sent = {}) =>
    ask(product, `/api/v1/merchants/${shop.merchantId}${to}`, { key: shop.key, ...sent });
  const certify = async (scopes: string[], deviceId?: string): Promise<Client> => {
    const key = newKey();
    const body = { certificateSigningRequest: newRequest(key), scopes, deviceId };
    const issued = await own("/certificates", { body });
    expect(issued.status, issued.text).to.equal(201);
    expect(issued.json.data.scopes).to.deep.equal(scopes);
    const { certificateId, certificateChain } = issued.json.data;
    return { certificateId, cert: certificateChain, key };
  };
  /** Sends requests on connections of this client only. */
  const connected = (client: Pick<Client, "cert" | "key">) => {
    const front = { baseUrl: product.baseUrl, ca: product.ca, asClient: client };
    return (to: string, sent: Sent = {}) => ask(front, `/api/v1${to}`, sent);
  };
  const terminal = async (): Promise<string> =>
    (await own("/devices", { body: { name: "Till 1" } })).json.data.device.deviceId;
  const order = () => ({ amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId });
  const outcome = ({ status, json }: Received) => [status, json.errorCode, json.errors?.[0]?.reason];

  it("let a merchant and its terminals call without an API key", async () => {
    const office = connected(await certify(["payments.read", "payments.write"]));
    const made = await office("/payments", { body: order() });
    expect(made.status, made.text).to.equal(201);
    expect(made.json.data).to.include({ merchantId: shop.merchantId }).and.not.to.have.property("deviceId");

    const deviceId = await terminal();
    const till = connected(await certify(["payments.write"], deviceId));
    expect((await till("/payments", { body: order() })).json.data.deviceId).to.equal(deviceId);
    // What one of them has asked for, the merchant's key reads.
    const { paymentId } = made.json.data;
    expect((await ask(product, `/api/v1/payments/${paymentId}`, { key: shop.key })).status).to.equal(200);
  });

  it("share idempotency keys with the merchant's other credentials", async () => {
    const office = connected(await certify(["payments.write"]));
    const sent = { body: order(), headers: { "Idempotency-Key": `order-${shop.merchantId}` } };
    const first = await office("/payments", sent);
    const again = await ask(product, "/api/v1/payments", { ...sent, key: shop.key });
    expect(again.headers["idempotency-replayed"]).to.equal("true");
    expect(again.json.data.paymentId).to.equal(first.json.data.paymentId);
  });

  it("give the scopes that they were issued with, and no others", async () => {
    const nothing = connected(await certify([]));
    const reader = connected(await certify(["payments.read"]));
    for (const client of [nothing, reader])
      expect(outcome(await client("/payments", { body: order() }))).to.deep.equal([
        403,
        "SVC-4030",
        "SCOPE_MISSING",
      ]);
    expect((await reader("/payments")).status).to.equal(200);
    expect((await nothing(`/server-info`)).status).to.equal(200);
    const { merchantId: other } = await merchant(product, issuer);
    expect(outcome(await reader(`/payments?merchantId=${other}`))).to.deep.equal([
      403,
      "SVC-4030",
      "OTHER_TENANT",
    ]);
  });

  it("are issued only with scopes that the caller has, and a terminal's without merchants.write", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const asked = async (scopes: string[], more = {}) =>
      outcome(await own("/certificates", { body: { certificateSigningRequest, scopes, ...more } }));
    expect(await asked(["merchants.admin"])).to.deep.equal([422, "SVC-4221", "UNKNOWN_SCOPE"]);
    expect(await asked(["merchants.write"], { deviceId: await terminal() })).to.deep.equal([
      422,
      "SVC-4221",
      "UNKNOWN_SCOPE",
    ]);
    const created = await own("/api-keys", { body: { name: "certifier", scopes: ["merchants.write"] } });
    expect(created.status, created.text).to.equal(201);
    const { secret } = created.json.data;
    expect(await asked(["payments.read"])).to.deep.equal([201, undefined, undefined]);
    const narrow = await own("/certificates", {
      key: secret,
      body: { certificateSigningRequest, scopes: ["payments.read"] },
    });
    expect(outcome(narrow)).to.deep.equal([403, "SVC-4030", "SCOPE_MISSING"]);
  });

  it("stop working within 5 s of their revocation, on open connections, new ones and resumed sessions", async () => {
    const client = await certify(["payments.read"]);
    const { certificateId } = client;
    const open = connected(client);
    expect((await open("/payments")).status).to.equal(200);
    const { port } = new URL(product.baseUrl);
    const raw = (session?: Buffer) =>
      new Promise<{ answer: string; resumed: boolean; session: Buffer }>((resolve, reject) => {
        const identity = session ? { session } : { cert: client.cert, key: client.key };
        const socket = connect({ port: Number(port), host: "localhost", ca: product.ca, ...identity });
        let ticket: Buffer = Buffer.alloc(0);
        let answer = "";
        socket.on("session", (given: Buffer) => (ticket = given));
        socket.on("error", reject);
        socket.on("data", (chunk) => (answer += chunk));
        socket.on("end", () => resolve({ answer, resumed: socket.isSessionReused(), session: ticket }));
        socket.write("GET /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      });
    const first = await raw();
    expect(first.answer).to.match(/^HTTP\/1.1 200/);
    // A session keeps the certificate that it began with.
    const second = await raw(first.session);
    expect([second.resumed, second.answer.slice(9, 12)]).to.deep.equal([true, "200"]);

    const revoked = await own(`/certificates/${certificateId}/revoke`, { body: {} });
    expect(revoked.status, revoked.text).to.equal(200);
    const from = Date.now();
    await eventually("it is refused", async () =>
      (await open("/payments")).status === 401 ? true : undefined,
    );
    expect(Date.now() - from).to.be.below(revokedWithinMs);
    expect(outcome(await open("/payments"))).to.deep.equal([401, "SVC-4011", "CLIENT_CERTIFICATE_REFUSED"]);
    const third = await raw(first.session);
    expect([third.resumed, third.answer.slice(9, 12)]).to.deep.equal([true, "401"]);
    expect(outcome(await connected(client)("/payments"))).to.include("CLIENT_CERTIFICATE_REFUSED");
  });

  it("of a terminal are refused while it is suspended", async () => {
    const deviceId = await terminal();
    const till = connected(await certify(["payments.read"], deviceId));
    const reads = (status: number) => async () =>
      (await till("/payments")).status === status ? true : undefined;
    expect(await reads(200)()).to.equal(true);
    await own(`/devices/${deviceId}/suspend`, { method: "POST" });
    await eventually("it is refused", reads(401));
    await own(`/devices/${deviceId}/resume`, { method: "POST" });
    await eventually("it is accepted", reads(200));
    await own(`/devices/${deviceId}/remove`, { method: "POST" });
    await eventually("it is refused", reads(401));
  });

  it("of anybody else are refused, on public operations too, and with a good API key", async () => {
    const key = newKey();
    using directory = temporaryDirectory();
    const file = join(directory.path, "key.pem");
    writeFileSync(file, key);
    const forged = (subject: string, ...more: string[]) => ({
      key,
      cert: execFileSync("openssl", ["req", "-x509", "-key", file, "-days", "9", "-subj", subject, ...more], {
        encoding: "utf8",
      }),
    });
    const uri = `subjectAltName=URI:https://assets.example/m/${shop.merchantId}`;
    const strangers = [
      forged("/CN=stranger"),
      forged(`/UID=${shop.merchantId}`, "-addext", uri, "-addext", "extendedKeyUsage=clientAuth"),
      // Larger than any certificate of the service.
      forged("/CN=large", "-addext", `nsComment=${"x".repeat(9000)}`),
    ];
    for (const stranger of strangers) {
      const client = connected(stranger);
      for (const to of ["/payments", "/server-info"])
        expect(outcome(await client(to))).to.deep.equal([401, "SVC-4011", "CLIENT_CERTIFICATE_REFUSED"]);
      expect(outcome(await client("/payments", { key: shop.key }))).to.include("CLIENT_CERTIFICATE_REFUSED");
    }
  });

  it("beside an API key must have the same owner, and the key's scopes count", async () => {
    const all = ["payments.read", "payments.write"];
    const office = connected(await certify(all));
    const created = await own("/api-keys", { body: { name: "reports", scopes: ["payments.read"] } });
    const { secret: reports } = created.json.data;
    expect((await office("/payments", { key: reports })).status).to.equal(200);
    expect(outcome(await office("/payments", { key: reports, body: order() }))).to.include("SCOPE_MISSING");
    const other = await merchant(product, issuer);
    const till = connected(await certify(all, await terminal()));
    for (const disagreeing of [office("/payments", { key: other.key }), till("/payments", { key: shop.key })])
      expect(outcome(await disagreeing)).to.deep.equal([401, "SVC-4011", "CREDENTIALS_DISAGREE"]);
    expect(outcome(await office("/payments", { key: "pda_wrong" }))).to.include("CREDENTIAL_REFUSED");
  });

  it("do not count in what a page of another site makes a browser send", async () => {
    const browser = connected(await certify(["payments.read", "payments.write"]));
    const { paymentId } = (await browser("/payments", { body: order() })).json.data;
    const { origin } = new URL(product.baseUrl);
    const cancelled = (headers: Record<string, string>, sent: Sent = {}) =>
      browser(`/payments/${paymentId}/cancel`, { method: "POST", ...sent, headers });
    const foreign: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site", Origin: "https://other.example" },
      { "Sec-Fetch-Site": "same-site" },
      { Origin: "https://other.example" },
      { Origin: "null" },
    ];
    for (const headers of foreign) {
      expect(outcome(await cancelled(headers)), JSON.stringify(headers)).to.include("CREDENTIAL_MISSING");
      expect((await browser("/server-info", { headers })).status).to.equal(200);
    }
    // An API key counts, because no browser adds one by itself.
    const headers = { "Sec-Fetch-Site": "cross-site" };
    expect((await browser("/payments", { headers, key: shop.key })).status).to.equal(200);
    const itsOwn: Record<string, string>[] = [{ "Sec-Fetch-Site": "none" }, { Origin: origin }];
    for (const own of itsOwn) expect((await browser("/payments", { headers: own })).status).to.equal(200);
    expect((await cancelled({ "Sec-Fetch-Site": "same-origin", Origin: origin })).status).to.equal(200);
  });

  it("are asked for and not required, by openssl and curl", async () => {
    const client = await certify(["payments.read"]);
    using directory = temporaryDirectory();
    const at = (name: string, text: string): string => {
      writeFileSync(join(directory.path, name), text);
      return join(directory.path, name);
    };
    const files = [at("cert.pem", client.cert), at("key.pem", client.key), at("ca.pem", product.ca)] as const;
    const [cert, key, ca] = files;
    const run = (command: string, args: string[]): string =>
      execFileSync(command, args, { encoding: "utf8", input: "", stdio: ["pipe", "pipe", "ignore"] });
    const { host } = new URL(product.baseUrl);
    const said = run("openssl", ["s_client", "-connect", host, "-CAfile", ca, "-cert", cert, "-key", key]);
    expect(said)
      .to.match(/TLSv1\.3/)
      .and.to.match(/Verify return code: 0/);
    const status = (...more: string[]) =>
      run("curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", ca, ...more]);
    const payments = `${product.baseUrl}/api/v1/payments`;
    expect(status("--cert", cert, "--key", key, payments)).to.equal("200");
    expect(status(payments)).to.equal("401");
    expect(status(`${product.baseUrl}/api/v1/server-info`)).to.equal("200");
  });

  it("are shown by the client library", async () => {
    const clientCertificate = await certify(["payments.write"]);
    await using api = createPdaClient({ baseUrl: product.baseUrl, ca: product.ca, clientCertificate });
    const { data: payment } = await api.POST("/api/v1/payments", { body: order() });
    expect(payment.merchantId).to.equal(shop.merchantId);
  });

  it("do not authenticate the connections of others", async () => {
    const client = connected(await certify(["payments.read"]));
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0 ? client("/payments") : exchange(product, "/api/v1/payments", {}),
      ),
    );
    expect(replies.map(({ status }) => status)).to.deep.equal(
      replies.map((_, index) => (index % 2 === 0 ? 200 : 401)),
    );
  });
});
