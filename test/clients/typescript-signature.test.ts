// The TypeScript client that signs its requests (RFC 9421) with the key of a wallet, or with a registered key.
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import { createPdaClient, type PdaClientOptions } from "../../clients/typescript/src/index.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { signatureBase } from "../../src/trust/http-signature/base.ts";
import { isDigestOf } from "../../src/trust/http-signature/content-digest.ts";
import { readRequestSignature } from "../../src/trust/http-signature/read.ts";
import { isOneSignedBy } from "../../src/trust/http-signature/verify.ts";
import { callerKey } from "../support/access-tokens.ts";
import { holderKey } from "../support/fixtures.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { AnsweringServer, type Asked, refused, success } from "./support/answering-server.ts";

describe("signatures of the TypeScript client", () => {
  const folder = temporaryDirectory();
  const { privateKey, thumbprint } = holderKey();
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const publicKeyId = newId("publicKey");
  const secret = pem.split("\n")[1] ?? "";
  const yes = { status: 200, body: success({ items: [], nextPageToken: "" }) };
  let server: AnsweringServer;
  before(async () => {
    server = await AnsweringServer.start();
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  beforeEach(() => server.prepare(yes));
  afterEach(() => {
    delete process.env.PDA_SIGNATURE_KEY_FILE;
    delete process.env.PDA_SIGNATURE_KEY_ID;
  });

  const client = (options: PdaClientOptions = {}) =>
    createPdaClient({ baseUrl: server.url, ca: server.ca, retry: { delayMsMax: 1 }, ...options });
  const read = ({ headers }: Asked) =>
    readRequestSignature(headers["signature-input"] as string, headers.signature as string);
  const verifies = async (asked: Asked, by: KeyObject = privateKey): Promise<boolean> => {
    const { method, url, headers } = asked;
    const field = (name: string) => headers[name] as string | undefined;
    const signature = read(asked);
    const base = signatureBase(signature, { method, targetUri: server.url + url, field });
    const stated = signature.parameters.alg;
    return isOneSignedBy([base], signature.signature, { key: createPublicKey(by), stated });
  };

  it("cover method, address, query, body and the headers that decide", async () => {
    await using api = client({ signature: { privateKey: pem }, apiKey: "pda_key" });
    await api.POST("/api/v1/wallets", { body: { holderKey: { kty: "EC", crv: "P-256", x: "é", y: "y" } } });
    await api.GET("/api/v1/wallets/{walletId}/assets", {
      params: { path: { walletId: "wal" }, query: { pageSize: 2 } },
    });
    const [post, get] = server.asked as [Asked, Asked];
    expect(get.url).to.include("?pageSize=2");
    expect([await verifies(post), await verifies(get)]).to.deep.equal([true, true]);
    expect(read(post).components).to.have.members([
      "@method",
      "@target-uri",
      "content-digest",
      "authorization",
      "idempotency-key",
    ]);
    expect(isDigestOf(post.headers["content-digest"] as string, Buffer.from(post.body))).to.equal(true);
    expect(read(get).components).to.deep.equal(["@method", "@target-uri", "authorization"]);
    expect(read(get).parameters).to.include({ keyid: thumbprint, tag: "pda" });
  });

  it("are new in each attempt, under one idempotency key", async () => {
    server.prepare(
      { status: 503, body: refused("SVC-5030") },
      { status: 503, body: refused("SVC-5030") },
      yes,
    );
    await using api = client({ signature: { privateKey }, apiKey: "" });
    await api.POST("/api/v1/wallets", { body: { holderKey: { kty: "EC", crv: "P-256", x: "x", y: "y" } } });
    expect(server.asked).to.have.length(3);
    expect(await Promise.all(server.asked.map((asked) => verifies(asked)))).to.deep.equal([true, true, true]);
    expect(new Set(server.asked.map((asked) => read(asked).parameters.nonce)).size).to.equal(3);
    expect(new Set(server.asked.map(({ headers }) => headers["idempotency-key"])).size).to.equal(1);
    expect(server.asked[0]?.headers).not.to.have.property("authorization");
  });

  it("are made anew when a proxy has sent the request twice, but no API key is repeated for that", async () => {
    const replay = (reason: string) => ({
      status: 401,
      body: { ...refused("SVC-4011"), errors: [{ code: "SVC-4011", message: "No.", reason }] },
    });
    for (const reason of ["REQUEST_SIGNATURE_REPLAYED", "TOKEN_REPLAYED", "DPOP_PROOF_REPLAYED"]) {
      server.prepare(replay(reason), yes);
      await using api = client({ signature: { privateKey } });
      await api.POST("/api/v1/merchants", { body: { name: "Shop" } });
      expect(await Promise.all(server.asked.map((asked) => verifies(asked)))).to.deep.equal([true, true]);
      expect(new Set(server.asked.map(({ headers }) => headers["idempotency-key"])).size).to.equal(1);
      server.prepare(replay(reason), yes);
      await using plain = client({ apiKey: "pda_key" });
      expect(await plain.GET("/api/v1/payments").catch((error: unknown) => error)).to.include({ reason });
    }
  });

  it("come from the environment unless an option says otherwise", async () => {
    const sent = async (options: PdaClientOptions): Promise<Asked> => {
      server.prepare(yes);
      await using api = client(options);
      await api.GET("/api/v1/payments");
      return server.asked[0] as Asked;
    };
    expect((await sent({})).headers).not.to.have.property("signature");
    process.env.PDA_SIGNATURE_KEY_FILE = join(folder.path, "wallet.pem");
    writeFileSync(process.env.PDA_SIGNATURE_KEY_FILE, pem);
    expect(await verifies(await sent({}))).to.equal(true);
    expect((await sent({ signature: null })).headers).not.to.have.property("signature");
    expect(
      read(await sent({ signature: { privateKey: holderKey().privateKey } })).parameters.keyid,
    ).not.to.equal(thumbprint);
    process.env.PDA_SIGNATURE_KEY_ID = publicKeyId;
    expect(read(await sent({})).parameters.keyid).to.equal(publicKeyId);
    process.env.PDA_SIGNATURE_KEY_FILE = "/no/such/file";
    expect(() => client()).to.throw(TypeError, /PDA_SIGNATURE_KEY_FILE.*no such file/);
    delete process.env.PDA_SIGNATURE_KEY_FILE;
    expect(() => client()).to.throw(TypeError, "PDA_SIGNATURE_KEY_ID is set without PDA_SIGNATURE_KEY_FILE");
  });

  for (const algorithm of ["ES256", "EdDSA", "PS256"] as const)
    it(`are made by a registered key for ${algorithm}, under its identifier`, async () => {
      const { privateKey: registered } = callerKey(algorithm);
      await using api = client({ signature: { keyId: publicKeyId, privateKey: registered } });
      await api.POST("/api/v1/merchants", { body: { name: "Shop" } });
      const [asked] = server.asked as [Asked];
      expect(await verifies(asked, registered)).to.equal(true);
      expect(read(asked).parameters.keyid).to.equal(publicKeyId);
    });

  it("cover the JWT of a registered key, which is new in each attempt as well", async () => {
    server.prepare({ status: 503, body: "" }, yes);
    await using api = client({
      publicKey: { publicKeyId, privateKey: callerKey().privateKey },
      signature: { privateKey },
    });
    await api.GET("/api/v1/payments");
    expect(await Promise.all(server.asked.map((asked) => verifies(asked)))).to.deep.equal([true, true]);
    expect(new Set(server.asked.map(({ headers }) => headers.authorization)).size).to.equal(2);
    expect(read(server.asked[1] as Asked).components).to.include("authorization");
  });

  it("need a private key that fits, and no error or client shows it", async () => {
    const sealed = privateKey.export({
      format: "pem",
      type: "pkcs8",
      cipher: "aes-256-cbc",
      passphrase: "word",
    });
    const ed25519 = generateKeyPairSync("ed25519").privateKey;
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    for (const [keyId, words] of [
      [undefined, "PDA_SIGNATURE_KEY_ID"],
      ["office", "signature.keyId"],
    ] as const)
      expect(() => client({ signature: { privateKey: ed25519, ...(keyId && { keyId }) } })).to.throw(
        TypeError,
        words,
      );
    for (const key of [
      "",
      pem.replace("MI", "AA"),
      sealed.toString(),
      createPublicKey(privateKey),
      createPublicKey(privateKey).export({ format: "pem", type: "spki" }).toString(),
      generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey,
      rsa,
    ]) {
      let error: unknown;
      try {
        client({ signature: { privateKey: key } });
      } catch (caught) {
        error = caught;
      }
      expect(error).to.be.instanceOf(TypeError);
      expect((error as Error).message).to.match(/PDA_SIGNATURE_KEY_(FILE|ID)/);
      expect(inspect(error, { depth: null, showHidden: true })).to.not.include(secret);
    }
    await using api = client({ signature: { privateKey: pem } });
    expect(inspect(api, { depth: null, showHidden: true })).to.not.include(secret);
  });
});
