// Refunds over REST as a merchant meets them: asked about first, made, and settled.
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import {
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";

describe("refunds of a merchant", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let customer: Holder;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    customer = await holder(product, issuer, "100");
  });
  beforeEach(async () => {
    shop = await merchant(product, issuer);
  });

  const post = (path: string, body: unknown, key = shop.key) => ask(product, path, { key, body });
  const settlementsOf = async (paymentId: string) =>
    (await ask(product, `/api/v1/settlement?paymentId=${paymentId}`, { key: shop.key })).json.data.items;

  it("are told beforehand in the envelope, with every reason as a word", async () => {
    const { transactionId: originalTransaction, paymentId } = await paid(
      product,
      issuer,
      shop,
      customer,
      "10",
    );
    const asked = await post("/api/v1/refunds/eligibility", { originalTransaction, refundAmount: "4.25" });
    expect(asked.status, asked.text).to.equal(200);
    expect(asked.json.data).to.deep.include({
      originalTransaction,
      paymentId,
      assetType: issuer.assetType,
      allowed: true,
      maximumAmount: "10",
      reasons: [],
      policyVersion: 1,
      paidAmount: "10",
      refundedAmount: "0",
    });
    const { evaluateTime, windowEndTime } = asked.json.data;
    expect(Date.parse(windowEndTime) - Date.parse(evaluateTime)).to.be.within(86_000_000, 86_400_000);

    expect(
      (await post("/api/v1/refunds", { originalTransaction, refundAmount: "9", reason: "r" })).status,
    ).to.equal(201);
    const more = await post("/api/v1/refunds/eligibility", { originalTransaction, refundAmount: "1.5" });
    expect(more.json.data).to.deep.include({ allowed: false, maximumAmount: "1" });
    expect(more.json.data.reasons[0]).to.equal("REFUND_EXCEEDS_PAID");
    const refused = await post("/api/v1/refunds", { originalTransaction, refundAmount: "1.5", reason: "r" });
    expect([refused.status, refused.json.errorCode, refused.json.errors[0].reason]).to.deep.equal([
      422,
      "SVC-4225",
      "REFUND_EXCEEDS_PAID",
    ]);
    const open = await post("/api/v1/refunds/eligibility", { originalTransaction });
    expect(open.json.data).to.deep.include({ allowed: true, maximumAmount: "1" });
  });

  it("ask for the scope refunds.read, and tell nothing about another merchant's payments", async () => {
    const { transactionId: originalTransaction } = await paid(product, issuer, shop, customer, "1");
    const body = { originalTransaction };
    const writer = await merchant(product, issuer, ["refunds.write"]);
    expect((await post("/api/v1/refunds/eligibility", body, writer.key)).json.errorCode).to.equal("SVC-4030");
    const other = await merchant(product, issuer);
    const foreign = await post("/api/v1/refunds/eligibility", body, other.key);
    expect([foreign.status, foreign.json.errors[0].reason]).to.deep.equal([422, "UNKNOWN_TRANSACTION"]);
    expect((await ask(product, "/api/v1/refunds/eligibility", { body })).status).to.equal(401);
  });

  it("are netted by a settlement, which each of them names", async () => {
    const first = await paid(product, issuer, shop, customer, "6");
    await eventually("settled", async () => {
      const [settlement] = await settlementsOf(first.paymentId);
      return settlement?.settlementStatus === "finalized";
    });
    const made = await post("/api/v1/refunds", {
      originalTransaction: first.transactionId,
      refundAmount: "2",
      reason: "One returned",
    });
    const { refundId } = made.json.data;
    expect(made.json.data).to.include({ status: "completed", policyVersion: 1 });
    const next = await paid(product, issuer, shop, customer, "7");
    const settlement = await eventually("netted", async () => {
      const [found] = await settlementsOf(next.paymentId);
      return found?.settlementStatus === "finalized" && found;
    });
    const netting = await ask(product, `/api/v1/refunds?settlementId=${settlement.settlementId}`, {
      key: shop.key,
    });
    const seen = netting.json.data.items.map((each: { refundId: string }) => each.refundId);
    const { json } = await ask(product, `/api/v1/refunds/${refundId}`, { key: shop.key });
    expect(seen).to.include(refundId);
    expect(json.data.settlementId).to.equal(settlement.settlementId);
  });
});
