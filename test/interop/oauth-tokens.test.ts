// Access tokens that OAuth software which is not ours gets: Authlib of PyPI.
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ask } from "../e2e/support/http.ts";
import { ownCertificate } from "../e2e/support/token-client.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "get_tokens.py");
const installMs = 150_000;

describe("access tokens for Authlib", function () {
  this.timeout(240_000);
  const folder = temporaryDirectory();
  const venv = join(folder.path, "venv");
  let product: Product;

  before(async function () {
    product = await sharedProduct();
    for (const [command, args, missing] of [
      ["python3", ["-m", "venv", venv], "python3 with venv"],
      [
        join(venv, "bin/pip"),
        ["install", "--quiet", "authlib==1.*", "requests==2.*"],
        "the package index of Python",
      ],
    ] as const) {
      try {
        await run(command, args, { timeout: installMs });
      } catch (error) {
        this.test?.parent?.eachTest((test) => {
          test.title += ` [left out: no ${missing}: ${(error as Error).message.trim().split("\n").at(-1)}]`;
        });
        this.skip();
      }
    }
  });
  after(() => folder[Symbol.dispose]());

  it("are given by private_key_jwt and by tls_client_auth, bound to the certificate of TLS, and refused otherwise", async () => {
    const key = callerKey("PS256");
    const pem = (each: typeof key) => each.privateKey.export({ type: "pkcs8", format: "pem" });
    const operator = { key: product.operatorKey };
    const merchant = await ask(product, "/api/v1/merchants", { ...operator, body: { name: "Shop" } });
    const { merchantId } = merchant.json.data;
    const registered = await ask(product, `/api/v1/merchants/${merchantId}/public-keys`, {
      ...operator,
      body: {
        name: "books",
        scopes: ["payments.read"],
        publicKey: key.publicKey,
        proof: await proofOf(key, product.baseUrl, merchantId),
      },
    });
    expect(registered.status, registered.text).to.equal(201);
    const file = (name: string, text: string): string => {
      const path = join(folder.path, name);
      writeFileSync(path, text);
      return path;
    };
    const certificate = await ownCertificate();
    const accessKey = newKey();
    const access = await ask(product, `/api/v1/merchants/${merchantId}/certificates`, {
      ...operator,
      body: { certificateSigningRequest: newRequest(accessKey), scopes: ["payments.read"] },
    });
    expect(access.status, access.text).to.equal(201);
    const { stdout, stderr, status } = spawnSync(join(venv, "bin/python"), [script], {
      input: JSON.stringify({
        baseUrl: product.baseUrl,
        issuer: product.baseUrl,
        clientId: registered.json.data.publicKeyId,
        privateKey: pem(key),
        otherKey: pem(callerKey("PS256")),
        caFile: file("ca.pem", product.ca),
        certFile: file("client.crt", certificate.cert),
        keyFile: file("client.key", certificate.key),
        certificateId: access.json.data.certificateId,
        accessCertFile: file("access.crt", access.json.data.certificateChain),
        accessKeyFile: file("access.key", accessKey),
      }),
      encoding: "utf8",
    });
    expect(status, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({
      server: product.baseUrl,
      methods: ["private_key_jwt", "tls_client_auth", "none"],
      token: { token_type: "Bearer", expires_in: 300, scope: "payments.read" },
      payments: [200, true],
      elsewhere: [401, "TOKEN_BOUND"],
      byCertificate: ["payments.read", 200],
      beyond: "invalid_scope",
      foreignKey: "invalid_client",
      unbound: "invalid_request",
    });
  });
});
