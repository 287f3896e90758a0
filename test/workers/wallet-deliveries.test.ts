// Deliveries to endpoints of wallets: what the holder may see, beside the merchant's own delivery of the same event.
import { expect } from "chai";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import { Payment } from "../../gen/ts/pda/payment/v1/payment.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { issueLeaf } from "../../src/pki/authority.ts";
import { merchant, wallet } from "../support/fixtures.ts";
import { polite, type Received, Receiver } from "../support/receiver.ts";
import { Deliveries, eventually } from "./support/deliveries.ts";

describe("deliveries to endpoints of wallets", function () {
  this.timeout(120_000);
  let deliveries: Deliveries;
  before(async () => {
    deliveries = await Deliveries.start();
    deliveries.worker();
  });
  after(() => deliveries[Symbol.asyncDispose]());

  /** Lets a wallet pay a merchant so many times. */
  const pay = async (merchantId: string, walletId: string | undefined, count = 1): Promise<void> => {
    const value = Payment.fromPartial({
      merchantId,
      amount: "3",
      orderReference: "order-4711",
      metadata: { a: "b" },
    });
    const data = EventData.encode({ subject: { $case: "payment", value } }).finish();
    const event = () => ({
      type: "payment.completed" as const,
      subject: newId("payment"),
      tenant: { merchantId },
      walletId,
      occurredAt: new Date(),
      data,
    });
    await deliveries.store.transact((tx) => tx.outbox.append(Array.from({ length: count }, event)));
    await deliveries.sequence();
  };
  const eventsOf = ({ received }: Receiver) =>
    received
      .map(
        ({ body }: Received) => JSON.parse(body) as { id: string; type: string; data: { payment: object } },
      )
      .filter(({ type }) => type === "payment.completed");

  it("carry the merchant's event under its identifier, without what is the merchant's own", async () => {
    await using shop = await Receiver.start(polite, deliveries.root);
    await using app = await Receiver.start(polite, deliveries.root);
    const { walletId } = await wallet(deliveries.store);
    const other = await wallet(deliveries.store);
    const ofShop = await deliveries.endpoint({ url: shop.url() });
    const ofWallet = await deliveries.endpoint({ url: app.url() }, { walletId, verified: false });
    await eventually("verified", async () => (await deliveries.stateOf(ofWallet)).status === "enabled");
    await pay(ofShop.merchantId, other.walletId, 2);
    await pay(ofShop.merchantId, undefined);
    await pay(ofShop.merchantId, walletId, 3);
    await eventually("all came", () => eventsOf(shop).length === 6 && eventsOf(app).length === 3);
    const shops = new Map(eventsOf(shop).map((event) => [event.id, event]));
    for (const { id, data } of eventsOf(app)) {
      expect(data.payment).not.to.have.property("orderReference");
      expect(data.payment).to.deep.include({ amount: "3", metadata: {} });
      expect(shops.get(id)?.data.payment).to.deep.include({
        orderReference: "order-4711",
        metadata: { a: "b" },
      });
    }
    const sequences = app.received.flatMap(({ headers }) => headers["webhook-sequence"] ?? []);
    expect(sequences.toSorted()).to.deep.equal(["1", "2", "3"]);
    await eventually("recorded", async () => (await deliveries.attemptsOf(ofWallet)).length === 4);
  });

  it("are repeated after a failure, and thin ones have no data", async () => {
    let open = false;
    await using app = await Receiver.start(
      (_, response) => void response.writeHead(open ? 204 : 500).end(),
      deliveries.root,
    );
    const { walletId } = await wallet(deliveries.store);
    const endpoint = await deliveries.endpoint({ url: app.url(), thin: true }, { walletId });
    await pay(await merchant(deliveries.store), walletId);
    await eventually("failed", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    open = true;
    await deliveries.pass(6);
    await eventually("repeated", async () => (await deliveries.attemptsOf(endpoint)).length === 2);
    expect((await deliveries.attemptsOf(endpoint)).map(({ error }) => error)).to.deep.equal(["STATUS", null]);
    const [first, second] = app.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(first).to.deep.equal(second);
    expect(first).not.to.have.property("data");
    expect(first?.dataref).to.equal(`https://pda.example/api/v1/events/${String(first?.id)}`);
  });

  it("of all wallets together take as many places as one tenant, so that merchants are not delayed", async () => {
    const hanging: (() => void)[] = [];
    // Different hosts, so that the places of one host are no limit.
    const dns = ["a.example", "b.example", "c.example", "d.example"];
    const leaf = await issueLeaf(deliveries.root, {
      commonName: "apps",
      dns,
      ip: [],
      usages: ["server"],
      days: 1,
    });
    await using app = await Receiver.start(
      (_, response) => void hanging.push(() => void response.writeHead(204).end()),
      deliveries.root,
      { cert: leaf.cert, key: leaf.key },
    );
    await using shop = await Receiver.start(polite, deliveries.root);
    const shopEndpoint = await deliveries.endpoint({ url: shop.url() });
    const payers = await Promise.all(Array.from({ length: 12 }, () => wallet(deliveries.store)));
    for (const [index, { walletId }] of payers.entries())
      await deliveries.endpoint({ url: app.url(dns[index % dns.length]) }, { walletId });
    const payee = await merchant(deliveries.store);
    for (const { walletId } of payers) await pay(payee, walletId, 10);
    await eventually("many hang", () => hanging.length >= 64);
    const before = Date.now();
    await deliveries.happen(shopEndpoint.merchantId, 5);
    await eventually("the merchant's came", () => shop.received.length === 5);
    expect(Date.now() - before).to.be.below(5_000);
    expect(hanging.length).to.equal(64);
    for (const answer of hanging) answer();
  });

  it("do not delay the verification of merchants' endpoints", async () => {
    // An origin gets five challenges at once, so it takes several of them to hold up many.
    await using silent = new AsyncDisposableStack();
    const receivers = await Promise.all(
      Array.from({ length: 14 }, async () =>
        silent.use(await Receiver.start(() => undefined, deliveries.root)),
      ),
    );
    const payers = await Promise.all(Array.from({ length: 70 }, () => wallet(deliveries.store)));
    await Promise.all(
      payers.map(({ walletId }, at) =>
        deliveries.endpoint(
          { url: (receivers[at % receivers.length] as Receiver).url() },
          { walletId, verified: false },
        ),
      ),
    );
    const asked = () => receivers.reduce((sum, { received }) => sum + received.length, 0);
    await eventually("receivers of wallets hang", () => asked() >= 20);
    await using shop = await Receiver.start(polite, deliveries.root);
    const before = Date.now();
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    await eventually("verified", async () => (await deliveries.stateOf(endpoint)).status === "enabled");
    expect(Date.now() - before).to.be.below(8_000);
  });
});
