// A caller that does not wait: it gets 504, and sending the same again with the same key is safe.

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";

describe("deadlines", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });

  const create = (key: string, timeout?: string) =>
    ask(product, "/api/v1/payments", {
      key: shop.key,
      headers: { "Idempotency-Key": key, ...(timeout === undefined ? {} : { "Request-Timeout": timeout }) },
      body: { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId },
    });
  const count = async () =>
    (await ask(product, "/api/v1/payments?pageSize=200", { key: shop.key })).json.data.items.length;

  it("a Request-Timeout that cannot be kept is 504 SVC-5040, whatever has happened by then", async () => {
    const { status, json } = await create(randomUUID(), "0.001");
    expect([status, json.errorCode, json.status]).to.deep.equal([504, "SVC-5040", "deadline_exceeded"]);
  });

  it("repeating with the key makes one payment, at whatever moment the deadline struck", async () => {
    const before = await count();
    const keys = Array.from({ length: 30 }, () => randomUUID());
    // From before the request is read to after its commit.
    const first = await Promise.all(keys.map((key, index) => create(key, String((index + 1) / 1000))));
    expect(first.some(({ status }) => status === 504)).to.equal(true);
    expect(first.every(({ status }) => status === 504 || status === 201)).to.equal(true);
    const made: string[] = [];
    for (const [index, key] of keys.entries()) {
      let again = await create(key);
      // What the first request began may still be ending.
      while (again.json.errorCode === "SVC-4092") again = await create(key);
      expect(again.status, again.text).to.equal(201);
      if (first[index]?.status === 201) expect(again.json.data).to.deep.equal(first[index].json.data);
      made.push(again.json.data.paymentId);
    }
    expect(new Set(made).size).to.equal(keys.length);
    expect((await count()) - before).to.equal(keys.length);
  });

  it("a Request-Timeout that says nothing is refused before anything happens", async () => {
    const before = await count();
    for (const nonsense of ["soon", "-1", "0", "1e3"]) {
      const { status, json } = await create(randomUUID(), nonsense);
      expect([status, json.errorCode, json.errors[0].field], nonsense).to.deep.equal([
        400,
        "SVC-4000",
        "Request-Timeout",
      ]);
    }
    expect(await count()).to.equal(before);
  });
});
