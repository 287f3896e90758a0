// The whole main job from the command line, and what is left of it in the logs.

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { signPayment } from "../../src/cli/demo/keys.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { createPayment, eventually, holder, merchant, publisher, requestOf } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

describe("pda demo", function () {
  this.timeout(180_000);
  let product: Product;
  before(async () => {
    product = await sharedProduct();
  });

  it("does the whole main job, twice on one installation, and ends with exit 0", async () => {
    for (let run = 0; run < 2; run += 1) {
      const { code, stdout, stderr } = await product.pda("demo");
      expect([code, stderr], stdout).to.deep.equal([0, ""]);
      expect(stdout.trimEnd().split("\n").at(-1)).to.match(/^demo: \d{2} steps passed$/);
      expect(stdout).to.not.match(/pda_[0-9a-z]{26}_[\w-]{43}|eyJ[\w-]+\./);
    }
  });

  it("leaves no secret in the logs of any tier, nor does what was refused", async () => {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const customer = await holder(product, issuer, "1");
    const { paymentId } = await createPayment(shop, issuer, "1");
    const request = await requestOf(product, shop, customer, paymentId);
    const path = `/api/v1/wallets/${customer.walletId}/payments/${paymentId}/authorize`;
    const authorization = await signPayment(customer.keys, { ...request, amount: "9" });
    const key = product.operatorKey;
    const refused = await ask(product, path, { key, body: { authorization } });
    expect(refused.json.errorCode).to.equal("SVC-4031");
    for (const body of [`{"authorization":"${authorization}"`, { authorization, more: shop.key }])
      expect((await ask(product, path, { key, body })).status).to.equal(400);
    expect((await ask(product, `${path}?key=${shop.key}`, { key, body: {} })).status).to.equal(400);
    expect((await ask(product, path, { key: `${shop.key}x`, body: {} })).status).to.equal(401);
    expect((await ask(product, `/nowhere/${shop.key}`)).status).to.equal(404);

    const requestId = `trace-${randomUUID()}`;
    await ask(product, `/api/v1/payments/${paymentId}`, {
      key: shop.key,
      headers: { "X-Request-ID": requestId },
    });
    await eventually("log lines of the request", async () => {
      const lines = product.output.split("\n").filter((line) => line.includes(requestId));
      return ["gateway", "core"].every((tier) => lines.some((line) => line.includes(` ${tier} `)));
    });
    expect(secretsIn(product)).to.deep.equal([]);
  });
});
