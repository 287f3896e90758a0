// Requests that software which is not ours signs and verifies: `http-message-signatures` of PyPI.
import { execFile, spawnSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { requestSignerOf } from "../../clients/typescript/src/signature-key.ts";
import { holderKey } from "../support/fixtures.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "sign_requests.py");
const installMs = 150_000;

describe("requests signed by http-message-signatures", function () {
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
        ["install", "--quiet", "http-message-signatures==3.*"],
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

  it("are accepted once and as signed, and those of our client are verified by it", async () => {
    const { privateKey } = holderKey();
    const headers = new Headers({ "Idempotency-Key": "one", "X-Request-ID": "two" });
    const url = `${product.baseUrl}/api/v1/wallets?a=b`;
    await requestSignerOf({ privateKey }, {})?.sign({
      method: "POST",
      url,
      headers,
      body: Buffer.from("{}"),
    });
    const publicKey = createPublicKey(privateKey).export({ format: "pem", type: "spki" });
    const { stdout, stderr, status } = spawnSync(join(venv, "bin/python"), [script], {
      input: JSON.stringify({
        baseUrl: product.baseUrl,
        ca: product.ca,
        signed: { method: "POST", url, headers: Object.fromEntries(headers), publicKey },
      }),
      encoding: "utf8",
    });
    expect(status, stderr).to.equal(0);
    const { created, read, again, otherBody, covered, ...answers } = JSON.parse(stdout);
    expect([created[0], created[1].success]).to.deep.equal([201, true]);
    expect([read[0], read[1].data.items]).to.deep.equal([200, []]);
    expect([again[0], again[1].errors[0].reason]).to.deep.equal([401, "REQUEST_SIGNATURE_REPLAYED"]);
    expect([otherBody[0], otherBody[1].errors[0].reason]).to.deep.equal([401, "CONTENT_DIGEST_MISMATCH"]);
    const bound = ['"@status"', '"@method";req', '"@target-uri";req', '"signature";req', '"content-digest"'];
    expect(answers.answer).to.include.members(bound);
    expect(answers.refusal).to.include.members(bound);
    expect([answers.otherStatus, answers.otherRequest]).to.deep.equal(["refused", "refused"]);
    expect(covered).to.include.members([
      '"@target-uri"',
      '"content-digest"',
      '"idempotency-key"',
      '"x-request-id"',
    ]);
  });
});
