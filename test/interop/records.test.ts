// Receipts and status lists, verified by software that is not ours: PyJWT with Python's cryptography.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ask } from "../e2e/support/http.ts";
import { assetInUse, publisher } from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "verify_records.py");
const installMs = 150_000;
const listPath = "/api/v1/verification/status-lists/";

describe("receipts and status lists in Python", function () {
  this.timeout(240_000);
  const folder = temporaryDirectory();
  const venv = join(folder.path, "venv");
  const keysFile = join(folder.path, "jwks.json");
  let product: Product;
  let publisherId: string;
  let device: Awaited<ReturnType<typeof assetInUse>>;

  before(async function () {
    product = await sharedProduct();
    const issuer = await publisher(product);
    ({ publisherId } = issuer);
    device = await assetInUse(product, issuer);
    writeFileSync(keysFile, (await ask(product, "/.well-known/jwks.json")).text);
    for (const [command, args, missing] of [
      ["python3", ["-m", "venv", venv], "python3 with venv"],
      [join(venv, "bin/pip"), ["install", "--quiet", "pyjwt[crypto]"], "the package index of Python"],
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

  const receiptOf = async (): Promise<string> => {
    const { assetId, deviceCertificate } = device;
    const body = { assetId, deviceCertificate, receipt: true };
    return (await ask(product, "/api/v1/verification/authenticity", { body })).json.data.receipt;
  };
  const verified = async (receipt: string, token: string) => {
    const { stdout } = await run(join(venv, "bin/python"), [
      script,
      keysFile,
      product.baseUrl,
      receipt,
      token,
    ]);
    return JSON.parse(stdout);
  };
  const listOf = async (receipt: string): Promise<string> => {
    const claims = JSON.parse(Buffer.from(receipt.split(".")[1] as string, "base64url").toString());
    const listId = claims.status.status_list.uri.split("/").at(-1);
    return (await ask(product, `${listPath}${listId}`, { headers: { Accept: "application/statuslist+jwt" } }))
      .text;
  };

  it("verify, and say that the asset is valid, then revoked", async () => {
    const receipt = await receiptOf();
    const before = await verified(receipt, await listOf(receipt));
    expect(before.claims).to.include({ assetId: device.assetId, trusted: true, kind: "authenticity" });
    expect(before).to.include({ status: 0, ttl: 300 });
    const params = { path: { publisherId, assetId: device.assetId } };
    await product
      .client()
      .POST("/api/v1/publishers/{publisherId}/assets/{assetId}/revoke", { params, body: {} });
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    const after = await receiptOf();
    expect(await verified(after, await listOf(after))).to.include({ status: 1 });
  });

  it("do not verify when they were changed", async () => {
    const receipt = await receiptOf();
    const [head, body = "", signature] = receipt.split(".");
    const forged = Buffer.from(body, "base64url").toString().replace('"trusted":false', '"trusted":true');
    const error = await verified(
      `${head}.${Buffer.from(forged).toString("base64url")}.${signature}`,
      await listOf(receipt),
    ).then(
      () => "verified",
      (thrown: Error) => thrown.message,
    );
    expect(error).to.contain("InvalidSignatureError");
  });
});
