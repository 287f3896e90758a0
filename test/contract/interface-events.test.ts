// Section 6 of the published interface: each event of its table comes about on the running product, and reaches who waits for it or has
// registered a receiver.
import { expect } from "chai";
import { ask } from "../e2e/support/http.ts";
import {
  assetInUse,
  createPayment,
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  paid,
  publisher,
} from "../e2e/support/scene.ts";
import { enabledWebhook } from "../e2e/support/webhooks.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { Receiver } from "../support/receiver.ts";
import { says } from "./interface-sentence.ts";

interface Event {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly cursor: string;
  readonly specversion: string;
  readonly time: string;
  readonly data: Record<string, Record<string, unknown>>;
}

describe("the published interface: events", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let customer: Holder;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    customer = await holder(product, issuer, "100");
  });

  /** Every event that the key's owner sees, from the beginning, page by page. */
  const all = async (key: string): Promise<Event[]> => {
    const events: Event[] = [];
    for (let pageToken = ""; ; ) {
      const { json } = await ask(product, `/api/v1/events?pageToken=${pageToken}&pageSize=100`, { key });
      events.push(...json.data.items);
      if (json.data.items.length === 0) return events;
      pageToken = json.data.nextPageToken;
    }
  };
  const eventOf = (type: string, subject: string, key = shop.key): Promise<Event> =>
    eventually(`${type} of ${subject}`, async () =>
      (await all(key)).find((event) => event.type === type && event.subject === subject),
    );

  it(says(6, "| Payment completed | Payments |"), async () => {
    const { paymentId } = await paid(product, issuer, shop, customer, "2");
    const { data, specversion } = await eventOf("payment.completed", paymentId);
    expect(specversion).to.equal("1.0");
    expect(data.payment).to.include({ paymentId, status: "completed", amount: "2" });
  });

  it(says(6, "| Payment failed | Payments |"), async () => {
    const { paymentId } = await createPayment(shop, issuer, "2");
    await ask(product, "/api/v1/sandbox/clock/advance", {
      key: product.operatorKey,
      body: { seconds: "901" },
    });
    const { data } = await eventOf("payment.failed", paymentId);
    expect(data.payment).to.include({ paymentId, status: "failed", failureReason: "EXPIRED" });
  });

  it(says(6, "| Settlement finalized | Settlement |"), async () => {
    const { paymentId } = await paid(product, issuer, shop, customer, "3");
    const settlementId = await eventually("a settlement", async () => {
      const { json } = await ask(product, `/api/v1/settlement?paymentId=${paymentId}`, { key: shop.key });
      return json.data.items[0]?.settlementId as string | undefined;
    });
    const { data } = await eventOf("settlement.finalized", settlementId);
    expect(data.settlement).to.include({ settlementId, settlementStatus: "finalized" });
  });

  it(says(6, "| Asset revoked | Asset lifecycle |"), async () => {
    const { assetId } = await assetInUse(product, issuer);
    await ask(product, `/api/v1/publishers/${issuer.publisherId}/assets/${assetId}/revoke`, {
      key: product.operatorKey,
      body: { reason: "Lost" },
    });
    const { data } = await eventOf("asset.revoked", assetId, product.operatorKey);
    expect(data.asset).to.include({ assetIdentifier: assetId, lifecycleStatus: "revoked" });
  });

  it(says(6, "| Refund completed | Refunds |"), async () => {
    const { transactionId } = await paid(product, issuer, shop, customer, "4");
    const body = { originalTransaction: transactionId, refundAmount: "1", reason: "Returned" };
    const { json } = await ask(product, "/api/v1/refunds", { key: shop.key, body });
    const { data } = await eventOf("refund.completed", json.data.refundId);
    expect(data.refund).to.include({ refundId: json.data.refundId, refundAmount: "1", status: "completed" });
  });

  it(`${says(6, "The Event API sends asynchronous notifications so that clients need not poll")}: a request that waits is answered by the event`, async () => {
    const cursor = (await all(shop.key)).at(-1)?.cursor;
    const query = `pageToken=${cursor}&type=payment.completed&waitSeconds=20`;
    const waiting = ask(product, `/api/v1/events?${query}`, { key: shop.key });
    const { paymentId } = await paid(product, issuer, shop, customer, "2");
    const { items } = (await waiting).json.data as { items: Event[] };
    expect(items.map(({ subject }) => subject)).to.deep.equal([paymentId]);
  });

  it(`${says(6, "Delivery mechanism (callback, subscription, stream) and how a receiver registers: not shown")}: an endpoint is created, verified and called back`, async () => {
    await using receiver = await Receiver.startPlain();
    const { webhookId } = await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: receiver.plainUrl,
      eventTypes: ["payment.completed"],
    });
    const { paymentId } = await paid(product, issuer, shop, customer, "3");
    const { id } = await eventOf("payment.completed", paymentId);
    await eventually("the callback", async () => receiver.events.length > 0);
    expect(receiver.events.map((event) => event.id)).to.deep.equal([id]);
    await ask(product, `/api/v1/events/webhooks/${webhookId}/delete`, { key: product.operatorKey, body: {} });
  });

  it("are read on from any of them by its cursor, whatever the filter, in one order that says nothing about other tenants", async () => {
    const own = await all(shop.key);
    expect(own.length).to.be.above(2);
    const after = async (query: string) =>
      (await ask(product, `/api/v1/events?${query}`, { key: shop.key })).json.data;
    for (const [index, { cursor }] of own.entries()) {
      const { items } = await after(`pageToken=${cursor}&pageSize=200`);
      expect(items.slice(0, own.length - index - 1)).to.deep.equal(own.slice(index + 1));
    }
    const refund = own.findIndex(({ type }) => type === "refund.completed");
    const { items } = await after(`pageToken=${own[refund - 1]?.cursor}&type=refund.completed`);
    expect(items[0]).to.deep.equal(own[refund]);
    const end = await after(`pageToken=${own.at(-1)?.cursor}`);
    expect(end).to.deep.equal({ items: [], nextPageToken: own.at(-1)?.cursor });
    // A number would count the events of other tenants, too.
    expect(own[0]).not.to.have.any.keys("sequence", "position");
  });

  it("are each read once, none but those of the table, ownership.transferred and webhook.disabled", async () => {
    const published = [...(await all(product.operatorKey))];
    expect(new Set(published.map(({ id }) => id)).size).to.equal(published.length);
    const types = new Set(published.map(({ type }) => type));
    // Whether these are here depends on what ran before.
    for (const type of ["ownership.transferred", "webhook.disabled"]) types.delete(type);
    expect([...types].sort()).to.deep.equal([
      "asset.revoked",
      "payment.completed",
      "payment.failed",
      "refund.completed",
      "settlement.finalized",
    ]);
  });
});
