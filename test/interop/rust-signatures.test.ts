// Requests that software which is not ours signs, and answers that it verifies: `httpsig` of crates.io.
import { execFile, spawnSync } from "node:child_process";
import { createPublicKey, type JsonWebKey } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { requestSignerOf } from "../../clients/typescript/src/signature-key.ts";
import { ask, type Received } from "../e2e/support/http.ts";
import { type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { contentDigest } from "../support/http-signing.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const buildMs = 600_000;
const algorithms = { ES256: "ecdsa-p256-sha256", EdDSA: "ed25519" } as const;

type Components = readonly (readonly [id: string, value: string])[];

describe("requests signed by httpsig", function () {
  this.timeout(buildMs + 60_000);
  const folder = temporaryDirectory();
  const program = join(folder.path, "target/debug/http-signatures");
  let product: Product;
  let merchantId: string;

  before(async function () {
    cpSync(join(import.meta.dirname, "http_signatures"), folder.path, { recursive: true });
    try {
      await run("cargo", ["build", "--quiet"], { cwd: folder.path, timeout: buildMs });
    } catch (error) {
      const why = (error as Error).message.trim().split("\n").at(-1);
      this.test?.parent?.eachTest((test) => {
        test.title += ` [left out: no cargo or no crates: ${why}]`;
      });
      this.skip();
    }
    product = await sharedProduct();
    merchantId = (await operator("/api/v1/merchants", { name: "Shop" })).json.data.merchantId;
  });
  after(() => folder[Symbol.dispose]());

  const operator = (path: string, body: object) => ask(product, path, { key: product.operatorKey, body });
  const perform = <T>(task: object): T => {
    const { stdout, stderr, status } = spawnSync(program, { input: JSON.stringify(task), encoding: "utf8" });
    expect(status, stderr).to.equal(0);
    return JSON.parse(stdout);
  };
  const register = async (by: CallerKey): Promise<string> => {
    const proof = await proofOf(by, product.baseUrl, merchantId);
    const scopes = ["merchants.read", "merchants.write"];
    const body = { name: "office", scopes, publicKey: by.publicKey, proof };
    const registered = await operator(`/api/v1/merchants/${merchantId}/public-keys`, body);
    expect(registered.status, registered.text).to.equal(201);
    return registered.json.data.publicKeyId;
  };
  /** Returns the headers of a request that the crate has signed. */
  const signed = (
    by: CallerKey,
    keyId: string,
    method: string,
    path: string,
    body?: string,
  ): Record<string, string> => {
    const headers: Record<string, string> =
      body === undefined ? {} : { "content-digest": contentDigest(body), "idempotency-key": keyId };
    const components: Components = [
      ["@method", method],
      ["@target-uri", product.baseUrl + path],
      ...Object.entries(headers),
    ];
    const privateKey = by.privateKey.export({ format: "pem", type: "pkcs8" });
    const algorithm = algorithms[by.algorithm as keyof typeof algorithms];
    const task = { task: "sign", algorithm, privateKey, keyId, components };
    return { ...headers, ...perform<Record<string, string>>(task) };
  };
  const outcome = ({ status, json }: Received) => [status, json.errors?.[0]?.reason];

  for (const algorithm of ["ES256", "EdDSA"] as const)
    it(`are accepted once, and as signed: ${algorithm}`, async () => {
      const key = callerKey(algorithm);
      const keyId = await register(key);
      const path = `/api/v1/merchants/${merchantId}`;
      const read = signed(key, keyId, "GET", path);
      expect(outcome(await ask(product, path, { headers: read }))).to.deep.equal([200, undefined]);
      expect(outcome(await ask(product, path, { headers: read }))).to.deep.equal([
        401,
        "REQUEST_SIGNATURE_REPLAYED",
      ]);
      const elsewhere = signed(key, keyId, "GET", `${path}/api-keys`);
      expect((await ask(product, path, { headers: elsewhere })).status).to.equal(401);
      const keys = `${path}/api-keys`;
      const body = JSON.stringify({ name: "till", scopes: ["merchants.read"] });
      const made = await ask(product, keys, { headers: signed(key, keyId, "POST", keys, body), body });
      expect(outcome(made)).to.deep.equal([201, undefined]);
      const other = JSON.stringify({ name: "till", scopes: ["merchants.write"] });
      const changed = await ask(product, keys, {
        headers: signed(key, keyId, "POST", keys, body),
        body: other,
      });
      expect(outcome(changed)).to.deep.equal([401, "CONTENT_DIGEST_MISMATCH"]);
      const foreign = signed(callerKey(algorithm), keyId, "GET", path);
      expect(outcome(await ask(product, path, { headers: foreign }))[0]).to.equal(401);
    });

  it("get answers whose signature it verifies, and so it does those of our client", async () => {
    const key = callerKey();
    const keyId = await register(key);
    const path = `/api/v1/merchants/${merchantId}`;
    const wanted = 'sig=("@status" "content-digest" "@method";req "@target-uri";req);nonce="n-1"';
    const headers: Record<string, string> = {
      ...signed(key, keyId, "GET", path),
      "accept-signature": wanted,
    };
    const answer = await ask(product, path, { headers });
    expect(answer.status).to.equal(200);
    const published: JsonWebKey[] = (await ask(product, "/.well-known/jwks.json")).json.keys;
    const input = String(answer.headers["signature-input"]);
    const jwk = published.find(({ kid }) => input.includes(`keyid="${String(kid)}"`)) as JsonWebKey;
    const verify = (over: Readonly<Record<string, string>> = {}) => {
      const values: Record<string, string> = {
        "@status": String(answer.status),
        "content-digest": String(answer.headers["content-digest"]),
        "content-type": String(answer.headers["content-type"]),
        "@method;req": "GET",
        "@target-uri;req": product.baseUrl + path,
        "signature;req": headers.signature ?? "",
        ...over,
      };
      return perform<{ verified: boolean; covered: string[] }>({
        task: "verify",
        algorithm: "ecdsa-p256-sha256",
        publicKey: createPublicKey({ key: jwk, format: "jwk" }).export({ format: "pem", type: "spki" }),
        input,
        signature: String(answer.headers.signature),
        components: Object.entries(values),
      });
    };
    expect(verify().verified).to.equal(true);
    expect(verify().covered).to.include.members(['"@status"', '"content-digest"', '"@method";req']);
    expect(answer.headers["content-digest"]).to.equal(contentDigest(answer.text));
    expect(verify({ "@status": "201" }).verified).to.equal(false);
    expect(verify({ "@method;req": "POST" }).verified).to.equal(false);

    const ours = new Headers({ "Idempotency-Key": "one" });
    const url = `${product.baseUrl}/api/v1/payments`;
    const body = Buffer.from("{}");
    await requestSignerOf({ privateKey: key.privateKey, keyId }, {})?.sign({
      method: "POST",
      url,
      headers: ours,
      body,
    });
    const components = [["@method", "POST"], ["@target-uri", url], ...ours];
    const { verified } = perform<{ verified: boolean }>({
      task: "verify",
      algorithm: "ecdsa-p256-sha256",
      publicKey: key.publicKey,
      input: ours.get("signature-input"),
      signature: ours.get("signature"),
      components,
    });
    expect(verified).to.equal(true);
  });
});
