// Publishers that prove who they are by their access certificate as TLS clients, with openssl as the client.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import { foreignCa, newKey, newRequest, signDevice } from "../services/support/openssl.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask, type Received, type Sent } from "./support/http.ts";
import { eventually, publisher, type Publisher } from "./support/scene.ts";

const revokedWithinMs = 5_000;
const run = promisify(execFile);

interface Client {
  readonly certificateId: string;
  readonly cert: string;
  readonly key: string;
}

describe("access certificates of publishers over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let press: Publisher;
  let path: string;

  before(async () => {
    product = await sharedProduct();
  });
  beforeEach(async () => {
    press = await publisher(product);
    path = `/publishers/${press.publisherId}`;
  });

  const byOperator = (to: string, sent: Sent = {}) =>
    ask(product, `/api/v1${to}`, { key: product.operatorKey, ...sent });
  const certify = async (scopes: string[]): Promise<Client> => {
    const key = newKey();
    const body = { certificateSigningRequest: newRequest(key), scopes };
    const issued = await byOperator(`${path}/access-certificates`, { body });
    expect(issued.status, issued.text).to.equal(201);
    const { certificateId, certificateChain } = issued.json.data;
    expect(issued.headers.location).to.match(new RegExp(`${path}/access-certificates/${certificateId}$`));
    return { certificateId, cert: certificateChain, key };
  };
  /** Sends requests on connections of this client only. */
  const connected = (client: Pick<Client, "cert" | "key">) => {
    const front = { baseUrl: product.baseUrl, ca: product.ca, asClient: client };
    return (to: string, sent: Sent = {}) => ask(front, `/api/v1${to}`, sent);
  };
  const keyOf = async (scopes: string[]): Promise<string> => {
    const created = await byOperator(`${path}/api-keys`, { body: { name: "press", scopes } });
    expect(created.status, created.text).to.equal(201);
    return created.json.data.secret;
  };
  const outcome = ({ status, json }: Received) => [status, json.errorCode, json.errors?.[0]?.reason];
  const notValid = [401, "SVC-4010", "ACCESS_CERTIFICATE_NOT_VALID"];
  const unknown = [401, "SVC-4011", "CLIENT_CERTIFICATE_REFUSED"];

  it("let a publisher call without an API key, with the scopes of the certificate and no others", async () => {
    const all = connected(await certify(["publishers.read", "publishers.issue"]));
    expect((await all(path)).json.data.publisherId).to.equal(press.publisherId);
    const reader = connected(await certify(["publishers.read"]));
    expect((await reader(path)).status).to.equal(200);
    expect(outcome(await reader(`${path}/api-keys`, { body: { name: "x", scopes: [] } }))).to.include(
      "SCOPE_MISSING",
    );
    expect(outcome(await connected(await certify([]))(path))).to.include("SCOPE_MISSING");
    const { publisherId: other } = await publisher(product);
    expect(outcome(await all(`/publishers/${other}`))).to.include("OTHER_TENANT");
  });

  it("issue the next certificate of their publisher, with scopes that they have", async () => {
    const office = connected(await certify(["publishers.read", "publishers.write"]));
    const key = newKey();
    const next = (scopes: string[]) =>
      office(`${path}/access-certificates`, {
        body: { certificateSigningRequest: newRequest(key), scopes },
      });
    expect(outcome(await next(["publishers.issue"]))).to.deep.equal([403, "SVC-4030", "SCOPE_MISSING"]);
    const issued = await next(["publishers.read"]);
    expect(issued.status, issued.text).to.equal(201);
    expect((await connected({ cert: issued.json.data.certificateChain, key })(path)).status).to.equal(200);
  });

  it("beside an API key must have the same publisher, and the key's scopes count", async () => {
    const office = connected(await certify(["publishers.read"]));
    const writer = await keyOf(["publishers.write"]);
    expect(outcome(await office(path, { key: writer }))).to.include("SCOPE_MISSING");
    expect((await office(path, { key: await keyOf(["publishers.read"]) })).status).to.equal(200);
    press = await publisher(product);
    path = `/publishers/${press.publisherId}`;
    const ofOther = await keyOf(["publishers.read"]);
    for (const key of [ofOther, product.operatorKey])
      expect(outcome(await office(path, { key }))).to.deep.equal([401, "SVC-4011", "CREDENTIALS_DISAGREE"]);
  });

  it("stop working within 5 s of their revocation, on open connections, new ones and resumed sessions, by openssl", async () => {
    const client = await certify(["publishers.read"]);
    using directory = temporaryDirectory();
    const at = (name: string, text: string): string => {
      const file = join(directory.path, name);
      writeFileSync(file, text);
      return file;
    };
    const [leaf = "", ...above] = client.cert.split(/(?<=-----END CERTIFICATE-----\n)/);
    const files = ["-CAfile", at("ca.pem", product.ca), "-cert", at("leaf.pem", leaf)];
    files.push("-cert_chain", at("above.pem", above.join("")), "-key", at("key.pem", client.key));
    const session = join(directory.path, "session.pem");
    const request = `GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    /** One request by openssl. It begins a session and keeps it, or resumes the kept one. */
    const byOpenssl = async (resuming: boolean): Promise<[status: string, how: string, code?: string]> => {
      const { host } = new URL(product.baseUrl);
      const args = ["s_client", "-connect", host, "-servername", "localhost", "-ign_eof", ...files];
      const asked = run("openssl", [...args, resuming ? "-sess_in" : "-sess_out", session]);
      asked.child.stdin?.end(request);
      const { stdout } = await asked;
      expect(stdout).to.match(/Verify return code: 0/);
      const [, status = ""] = /HTTP\/1.1 (\d+)/.exec(stdout) ?? [];
      const [, how = ""] = /^(New|Reused), TLSv1\.3/m.exec(stdout) ?? [];
      const [, code] = /"errorCode":"([^"]+)"/.exec(stdout) ?? [];
      return code === undefined ? [status, how] : [status, how, code];
    };
    expect(await byOpenssl(false)).to.deep.equal(["200", "New"]);
    expect(await byOpenssl(true)).to.deep.equal(["200", "Reused"]);
    const open = connected(client);
    expect((await open(path)).status).to.equal(200);

    const revoked = await byOperator(`${path}/access-certificates/${client.certificateId}/revoke`, {
      body: { reason: "SUPERSEDED" },
    });
    expect(revoked.json.data).to.include({ status: "revoked", revocationReason: "SUPERSEDED" });
    const from = Date.now();
    await eventually("it is refused", async () => (await open(path)).status === 401);
    expect(Date.now() - from).to.be.below(revokedWithinMs);
    const refused = await open(path);
    expect(outcome(refused)).to.deep.equal(notValid);
    expect(refused.headers["www-authenticate"]).to.match(
      /^Bearer realm="pda", resource_metadata="[^"]+", DPoP realm="pda", .*algs="ES256 EdDSA Ed25519 PS256"$/,
    );
    expect(outcome(await open("/server-info"))).to.deep.equal(notValid);
    expect(outcome(await connected(client)(path))).to.deep.equal(notValid);
    expect(await byOpenssl(true)).to.deep.equal(["401", "Reused", "SVC-4010"]);
    expect(await byOpenssl(false)).to.deep.equal(["401", "New", "SVC-4010"]);
    // A good API key does not help, and is not at fault.
    const beside = await open(path, { key: await keyOf(["publishers.read"]) });
    expect(outcome(beside)).to.deep.equal(notValid);
    expect(beside.headers["www-authenticate"]).to.match(/^Bearer realm="pda", resource_metadata="[^"]+"$/);
  });

  it("of a suspended publisher may what its API keys may", async () => {
    const scopes = ["publishers.read", "publishers.write"];
    const office = connected(await certify(scopes));
    const key = await keyOf(scopes);
    await byOperator(`${path}/suspend`, { body: { reason: "test" } });
    const byKey = (to: string, sent: Sent = {}) => ask(product, `/api/v1${to}`, { key, ...sent });
    const body = { certificateSigningRequest: newRequest(newKey()) };
    for (const send of [office, byKey]) {
      expect((await send(path)).json.data.status).to.equal("suspended");
      expect(outcome(await send(`${path}/access-certificates`, { body }))).to.include("PUBLISHER_NOT_ACTIVE");
    }
  });

  it("are no certificate of a CA, a device or a stranger: those are refused, also with a good API key", async () => {
    const key = newKey();
    const issued = await byOperator(`${path}/certificates`, {
      body: { certificateSigningRequest: newRequest(key) },
    });
    expect(issued.status, issued.text).to.equal(201);
    const { certificate: ca } = issued.json.data;
    const [, uri = ""] =
      /URI:([^,\n]+)/.exec(new X509Certificate((await certify([])).cert).subjectAltName ?? "") ?? [];
    const host = `${press.publisherId.replace("_", "-")}.${new URL(uri).host}`;
    const deviceKey = newKey();
    const device = signDevice({
      ca,
      caKey: key,
      key: deviceKey,
      publisherId: press.publisherId,
      serialNumber: "CHIP-1",
      uri: `https://${host}/a/ast_01h455vb4pex5vsknk084sn02s`,
      extendedKeyUsage: "clientAuth",
    });
    const stranger = foreignCa(`/UID=${press.publisherId}`);
    const good = await keyOf(["publishers.read"]);
    for (const client of [
      { cert: ca, key },
      { cert: `${device}${ca}`, key: deviceKey },
      { cert: stranger.ca, key: stranger.key },
    ]) {
      const send = connected(client);
      expect(outcome(await send(path))).to.deep.equal(unknown);
      expect(outcome(await send(path, { key: good }))).to.deep.equal(unknown);
      expect(outcome(await send("/server-info"))).to.deep.equal(unknown);
    }
  });
});
