// Deliveries that are signed as RFC 9421 says, verified by software that is not ours: `http-message-signatures` of PyPI.
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { exchange } from "../e2e/support/http.ts";
import { eventually, merchant, publisher } from "../e2e/support/scene.ts";
import { enabledWebhook } from "../e2e/support/webhooks.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { Receiver } from "../support/receiver.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const installMs = 150_000;

describe("deliveries verified by http-message-signatures", function () {
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

  it("have a good signature by a key of the published set, over what they are", async () => {
    await using receiver = await Receiver.startPlain();
    const shop = await merchant(product, await publisher(product));
    const { webhookId } = await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: `${receiver.plainUrl}?shop=1&x=%20y`,
      eventTypes: ["payment.failed"],
      httpSignature: true,
    });
    const operator = product.client(product.operatorKey);
    await operator.POST("/api/v1/events/webhooks/{webhookId}/test", {
      params: { path: { webhookId } },
      body: {},
    });
    await eventually("the test came", async () => receiver.received.length === 2);
    const { json: keySet } = await exchange(product, "/.well-known/webhook-keys.json", {});
    const origin = new URL(receiver.plainUrl).origin;
    const deliveries = receiver.received.map(({ headers, body, path }) => ({
      headers,
      body,
      url: origin + path,
    }));
    const { stdout, stderr, status } = spawnSync(
      join(venv, "bin/python"),
      [join(import.meta.dirname, "verify_deliveries.py")],
      { input: JSON.stringify({ keySet, deliveries }), encoding: "utf8" },
    );
    expect(status, stderr).to.equal(0);
    const { covered, refused } = JSON.parse(stdout) as { covered: object[]; refused: boolean };
    expect(covered).to.have.length(2);
    expect(JSON.stringify(covered)).to.include("@target-uri");
    expect(refused, "of another event").to.equal(true);
  });
});
