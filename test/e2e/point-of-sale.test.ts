// What a point of sale asks over REST beside its taps (docs/guides/point-of-sale.md).
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { createPayment, merchant, publisher } from "./support/scene.ts";

describe("a point of sale", function () {
  this.timeout(240_000);
  let product: Product;

  before(async () => {
    product = await sharedProduct();
  });

  it("shows versions: an ETag that a change is held to", async () => {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const { paymentId } = await createPayment(shop, issuer, "1");
    const { key } = shop;
    const call = (verb: string, tag: string) =>
      ask(product, `/api/v1/payments/${paymentId}/${verb}`, { key, body: {}, headers: { "If-Match": tag } });
    const seen = await ask(product, `/api/v1/payments/${paymentId}`, { key });
    expect([seen.headers.etag, seen.json.data.version]).to.deep.equal(['"1"', 1]);
    const referenced = await call("reference", '"1"');
    expect([referenced.status, referenced.headers.etag]).to.deep.equal([200, '"2"']);
    const stale = await call("cancel", '"1"');
    expect([stale.status, stale.json.errorCode]).to.deep.equal([412, "SVC-4120"]);
    const cancelled = await call("cancel", '"1", "2"');
    expect([cancelled.status, cancelled.headers.etag]).to.deep.equal([200, '"3"']);
  });

  it("lists by what a till knows: its reference and the time", async () => {
    const issuer = await publisher(product);
    const { key, merchantId } = await merchant(product, issuer);
    const { assetType } = issuer;
    const body = (orderReference: string) => ({ amount: "1", assetType, merchantId, orderReference });
    const made: { createTime: string; paymentId: string }[] = [];
    for (const orderReference of ["a/1", "b", "a/1"])
      made.push((await ask(product, "/api/v1/payments", { key, body: body(orderReference) })).json.data);
    const list = async (query: Record<string, string>) => {
      const { status, json } = await ask(
        product,
        `/api/v1/payments?${new URLSearchParams(query).toString()}`,
        { key },
      );
      return status === 200
        ? json.data.items.map((payment: { paymentId: string }) => payment.paymentId)
        : json.errors.map((error: { field: string }) => error.field);
    };
    const [first, second, third] = made;
    expect(await list({ orderReference: "a/1" })).to.deep.equal([third?.paymentId, first?.paymentId]);
    const from = second?.createTime ?? "";
    const since = made.filter(({ createTime }) => createTime >= from).map(({ paymentId }) => paymentId);
    expect(await list({ fromTime: from })).to.have.members(since);
    const before = made.filter(({ createTime }) => createTime < from).map(({ paymentId }) => paymentId);
    expect(await list({ toTime: from, assetType })).to.have.members(before);
    expect(await list({ fromTime: "yesterday" })).to.deep.equal(["fromTime"]);
  });

  it("fails on request: late, and then with nothing done where the caller cannot wait", async () => {
    const issuer = await publisher(product);
    const { key, merchantId } = await merchant(product, issuer);
    const body = {
      amount: "1",
      assetType: issuer.assetType,
      merchantId,
      metadata: { "pda:simulate": "slow" },
    };
    const headers = { "Request-Timeout": "1", "Idempotency-Key": "slow" };
    const late = await ask(product, "/api/v1/payments", { key, body, headers });
    expect([late.status, late.json.errorCode]).to.deep.equal([504, "SVC-5040"]);
    const { json } = await ask(product, "/api/v1/payments", { key });
    expect(json.data.items).to.deep.equal([]);
  });
});
