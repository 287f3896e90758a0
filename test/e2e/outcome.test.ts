// A merchant that has lost an answer, over REST: what became of its request, and how it makes sure that nothing comes of it.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";

describe("requests whose answer was lost", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
  });
  beforeEach(async () => {
    shop = await merchant(product, issuer);
  });

  const create = (key: string) =>
    ask(product, "/api/v1/payments", {
      key: shop.key,
      headers: { "Idempotency-Key": key },
      body: { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId },
    });
  const pathOf = (key: string) => `/api/v1/idempotency/${encodeURIComponent(key)}`;
  const outcome = (key: string, by: string = shop.key) => ask(product, pathOf(key), { key: by });
  const cancel = (key: string) => ask(product, `${pathOf(key)}/cancel`, { key: shop.key, body: {} });
  const payments = async () =>
    (await ask(product, "/api/v1/payments?pageSize=200", { key: shop.key })).json.data.items;

  it("are found by their key, whatever characters it has", async () => {
    for (const key of [
      randomUUID(),
      "order/17/attempt 1".replace(" ", "+"),
      "!#$%&'()*+,-.:;<=>?@[]^_`{|}~",
      "...",
    ]) {
      const { json } = await create(key);
      const found = await outcome(key);
      expect(found.status, `${key}: ${found.text}`).to.equal(200);
      expect(found.json.data).to.include({
        idempotencyKey: key,
        operation: "CreatePayment",
        status: "completed",
        resourceId: json.data.paymentId,
      });
      expect((await cancel(key)).json.data.payment).to.include({ status: "cancelled" });
    }
  });

  it("are 404 when nothing came of them, and for everybody else", async () => {
    expect((await outcome("never")).json.errorCode).to.equal("SVC-4040");
    await create("mine");
    const other = await merchant(product, issuer);
    expect((await outcome("mine", other.key)).json.errorCode).to.equal("SVC-4040");
    expect((await outcome("mine", product.operatorKey)).json.errorCode).to.equal("SVC-4040");
    expect((await ask(product, pathOf("mine"))).json.errorCode).to.equal("SVC-4011");
    const narrow = await merchant(product, issuer, ["events.read"]);
    expect((await outcome("mine", narrow.key)).status, "any scope will do").to.equal(404);
  });

  it("are stopped before they come: refused with a clear error, and nothing is created", async () => {
    const stop = await cancel("late");
    expect([stop.status, stop.json.data.payment]).to.deep.equal([200, undefined]);
    const late = await create("late");
    expect([late.status, late.json.errorCode, late.json.errors[0].reason]).to.deep.equal([
      409,
      "SVC-4091",
      "IDEMPOTENCY_KEY_CANCELLED",
    ]);
    expect(await payments()).to.deep.equal([]);
    expect((await outcome("late")).json.data)
      .to.include({ status: "cancelled" })
      .and.not.have.property("resourceId");
  });

  it("100 at once, half to create and half to cancel: nothing is left that could be paid", async () => {
    for (let round = 0; round < 3; round++) {
      const key = `race-${round}`;
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? create(key) : cancel(key))),
      );
      const codes = new Set(answers.flatMap(({ json }) => (json.success ? [] : [json.errors[0].reason])));
      expect(
        [...codes].filter(
          (code) => !["IDEMPOTENCY_KEY_CANCELLED", "IDEMPOTENCY_KEY_IN_FLIGHT"].includes(code),
        ),
      ).to.deep.equal([]);
      const cancelled = answers.filter((_, index) => index % 2 === 1);
      expect(new Set(cancelled.map(({ status }) => status))).to.deep.equal(new Set([200]));
      const told = new Set(cancelled.map(({ json }) => json.data.payment?.paymentId));
      expect(told.size, "every cancelling says the same").to.equal(1);
      expect((await create(key)).json.errors[0].reason).to.equal("IDEMPOTENCY_KEY_CANCELLED");
      const { data } = (await outcome(key)).json;
      expect([data.status, data.resourceId]).to.deep.equal(["cancelled", [...told][0]]);
    }
    const states = (await payments()).map(({ status }: { status: string }) => status);
    expect(states.filter((status: string) => status !== "cancelled")).to.deep.equal([]);
  });
});
