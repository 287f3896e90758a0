// The TypeScript client as TLS client with a certificate.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import {
  type ClientCertificate,
  createPdaClient,
  PdaConnectionError,
  type PdaClientOptions,
} from "../../clients/typescript/src/index.ts";
import { createRoot, type Credential, issueLeaf } from "../../src/pki/authority.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { AnsweringServer, type Asked, success } from "./support/answering-server.ts";

const variables = ["PDA_API_KEY", "PDA_CLIENT_CERT_FILE", "PDA_CLIENT_KEY_FILE"] as const;
const yes = { status: 200, body: success({ items: [], nextPageToken: "" }) };

const issue = (root: Credential) =>
  issueLeaf(root, { commonName: "office", dns: [], ip: [], usages: ["client"], days: 1 });

describe("client certificate of the TypeScript client", () => {
  const folder = temporaryDirectory();
  let root: Credential;
  let office: { readonly cert: string; readonly key: string };
  let other: Credential;
  let server: AnsweringServer;

  before(async () => {
    root = await createRoot("merchants", 1);
    const leaf = await issue(root);
    office = { cert: leaf.cert + root.cert, key: leaf.key };
    other = await issue(root);
    server = await AnsweringServer.start();
    server.prepare(yes);
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  afterEach(() => {
    for (const name of variables) delete process.env[name];
  });

  const at = (name: string, text: string): string => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const client = (options: PdaClientOptions = {}) =>
    createPdaClient({ baseUrl: server.url, ca: server.ca, ...options });
  /** The request that a client with these options sends. */
  const sent = async (options: PdaClientOptions): Promise<Asked> => {
    server.prepare(yes);
    await using api = client(options);
    await api.GET("/api/v1/payments");
    expect(server.asked).to.have.length(1);
    return server.asked[0] as Asked;
  };
  const shown = async (options: PdaClientOptions = {}): Promise<string | undefined> =>
    (await sent(options)).certificate?.fingerprint256;
  const fingerprint = (cert: string): string => new X509Certificate(cert).fingerprint256;

  it("is shown with those above it, without an API key, and beside one", async () => {
    const alone = await sent({ clientCertificate: office });
    expect(alone.certificate?.fingerprint256).to.equal(fingerprint(office.cert));
    expect(alone.certificate?.issuerCertificate?.fingerprint256).to.equal(fingerprint(root.cert));
    expect(alone.headers).not.to.have.property("authorization");
    const both = await sent({ clientCertificate: office, apiKey: "pda_key" });
    expect(both.certificate?.fingerprint256).to.equal(fingerprint(office.cert));
    expect(both.headers.authorization).to.equal("Bearer pda_key");
    expect(await shown()).to.equal(undefined);
  });

  it("is given as texts or bytes, with the key in PKCS #8 or SEC 1", async () => {
    const key = createPrivateKey(office.key).export({ format: "pem", type: "sec1" }).toString();
    expect(key).to.include("BEGIN EC PRIVATE KEY");
    const [cert, bytes] = [Buffer.from(office.cert), Buffer.from(key)];
    for (const clientCertificate of [
      { cert, key: bytes },
      { cert: office.cert, key },
    ])
      expect(await shown({ clientCertificate })).to.equal(fingerprint(office.cert));
  });

  it("comes from the environment unless an option says otherwise", async () => {
    process.env.PDA_CLIENT_CERT_FILE = at("cert.pem", office.cert);
    process.env.PDA_CLIENT_KEY_FILE = at("key.pem", office.key);
    expect(await shown()).to.equal(fingerprint(office.cert));
    expect(await shown({ clientCertificate: other })).to.equal(fingerprint(other.cert));
    expect(await shown({ clientCertificate: null })).to.equal(undefined);
  });

  it("is refused at once when it cannot be used, in words that do not show the key", async () => {
    const stranger = (await issue(root)).key;
    const cases: [ClientCertificate, RegExp][] = [
      [{ ...office, key: stranger }, /belongs to another certificate/],
      [{ ...office, cert: root.cert + office.cert }, /belongs to another certificate/],
      [{ ...office, cert: office.key }, /certificate cannot be read.*PDA_CLIENT_CERT_FILE/],
      [{ ...office, cert: office.cert.replace(/MII./, "AAAA") }, /certificate cannot be read/],
      [{ ...office, cert: leafWithBroken(office.cert) }, /certificate cannot be read/],
      [{ ...office, key: office.key.replace("MI", "AA") }, /key .* cannot be read.*PDA_CLIENT_KEY_FILE/],
      [{ ...office, key: sealed(office.key) }, /without a passphrase/],
      [{ cert: office.cert } as ClientCertificate, /key .* cannot be read/],
    ];
    for (const [clientCertificate, message] of cases) {
      const refused = () => client({ clientCertificate });
      expect(refused).to.throw(TypeError, message);
      try {
        refused();
      } catch (error) {
        for (const key of [office.key, stranger]) expect(all(error)).to.not.include(secretOf(key));
      }
    }
    await using api = client({ clientCertificate: office });
    expect(all(api)).to.not.include(secretOf(office.key));
  });

  it("is refused at once when a file cannot be read, or one is named without the other", () => {
    const cert = at("cert.pem", office.cert);
    const key = at("key.pem", office.key);
    const cases: [string, string, RegExp][] = [
      [cert, "", /PDA_CLIENT_CERT_FILE is set without PDA_CLIENT_KEY_FILE/],
      ["", key, /PDA_CLIENT_KEY_FILE is set without PDA_CLIENT_CERT_FILE/],
      ["/no/such/file", key, /PDA_CLIENT_CERT_FILE.*no such file/],
      [cert, "/no/such/file", /PDA_CLIENT_KEY_FILE.*no such file/],
    ];
    for (const [certFile, keyFile, message] of cases) {
      process.env.PDA_CLIENT_CERT_FILE = certFile;
      process.env.PDA_CLIENT_KEY_FILE = keyFile;
      expect(() => client()).to.throw(TypeError, message);
    }
  });

  it("that a proxy turns away is no problem of the server's certificate, and no error shows its key", async () => {
    // The fatal alert certificate_required (RFC 8446 §6.2).
    const proxy = createServer((socket) =>
      socket.on("error", () => {}).once("data", () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 116]))),
    );
    await once(proxy.listen(0, "localhost"), "listening");
    const baseUrl = `https://localhost:${(proxy.address() as AddressInfo).port}`;
    await using api = client({ baseUrl, clientCertificate: office, retry: { attemptsMax: 1 } });
    const error = await api.GET("/api/v1/payments").then(
      () => undefined,
      (failure: unknown) => failure,
    );
    proxy.close();
    expect(error).to.be.instanceOf(PdaConnectionError).and.include({ reason: "connection" });
    expect((error as Error).message)
      .to.include("certificate required")
      .and.not.include("PDA_CA_FILE");
    expect(all(error)).to.not.include(secretOf(office.key));
  });
});

const all = (thing: unknown): string => inspect(thing, { depth: null, showHidden: true });

/** A part of the key that only the key has. */
const secretOf = (key: string): string => key.split("\n")[2] ?? "";

/** The same key with a passphrase. */
const sealed = (key: string): string =>
  createPrivateKey(key)
    .export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "word" })
    .toString();

/** A good certificate, and above it one that is none. */
const leafWithBroken = (chain: string): string =>
  `${chain}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`;
