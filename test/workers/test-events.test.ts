// Test events reach a real HTTPS receiver as real ones would, marked, once, and without a place in the log.
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { eventTypes as types } from "../examples/events.ts";
import { wallet } from "../support/fixtures.ts";
import { checkCarried } from "../support/asyncapi-document.ts";
import { polite, type Received, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: Record<string, Record<string, unknown>>;
}

describe("test events of a worker", function () {
  this.timeout(60_000);
  let deliveries: Deliveries;
  before(async () => {
    deliveries = await Deliveries.start();
    deliveries.worker();
  });
  after(() => deliveries[Symbol.asyncDispose]());

  const test = async ({ webhookId, merchantId }: CreatedEndpoint, type: string): Promise<string> => {
    const eventId = newId("event");
    await deliveries.store.transact((tx) => tx.webhookTests.insert({ eventId, webhookId, type }, merchantId));
    return eventId;
  };

  it("have the form of each type, a signature and their mark, and their resources have zeros for identifiers", async () => {
    await using shop = await Receiver.start(polite, deliveries.root);
    const endpoint = await deliveries.endpoint({ url: shop.url(), eventTypes: types });
    const ids = new Map<string, string>();
    for (const type of types) ids.set(type, await test(endpoint, type));
    await eventually("all came", () => shop.events.length === types.length);
    for (const { body, headers } of shop.received) {
      const event = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>) as SentEvent;
      const { type, id, subject, data } = event;
      expect(event).to.include({ specversion: "1.0", test: true, id: ids.get(type) });
      expect(headers).to.include({ "webhook-id": id, "webhook-attempt": "1" });
      expect(headers).not.to.have.property("webhook-sequence");
      expect(subject, type).to.match(/^[a-z]{3}_0{26}$/);
      const [resource = {}] = Object.values(data);
      expect(Object.values(resource), type).to.include(subject);
      if (!/^(asset|ownership)/.test(type))
        expect(resource, type).to.include({ merchantId: endpoint.merchantId });
      checkCarried("webhookEndpoint", event, headers);
    }
  });

  it("are sent once, whatever the answer, and are in the history with it", async () => {
    await using shop = await Receiver.start(
      (_, response) => void response.writeHead(410).end("no"),
      deliveries.root,
    );
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    const eventId = await test(endpoint, "payment.completed");
    await eventually("recorded", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    const { items } = await deliveries.store.read.webhookDeliveries.list(
      endpoint.webhookId,
      { eventId },
      { size: 5 },
    );
    expect(items[0]).to.include({ attempt: 1, status: 410, error: "STATUS" });
    expect(await deliveries.stateOf(endpoint), "the answer counts for real events only").to.include({
      status: "enabled",
      failures: 0,
      retries: 0,
    });
  });

  it("leave their data out for a thin endpoint", async () => {
    await using shop = await Receiver.start(polite, deliveries.root);
    const endpoint = await deliveries.endpoint({ url: shop.url(), thin: true });
    const eventId = await test(endpoint, "payment.completed");
    await eventually("it came", () => shop.events.length === 1);
    const event = JSON.parse((shop.received[0] as Received).body) as object;
    expect(event).to.include({ test: true, dataref: `https://pda.example/api/v1/events/${eventId}` });
    expect(event).not.to.have.property("data");
  });

  it("do not reach an endpoint whose URL has changed meanwhile", async () => {
    await using shop = await Receiver.start(() => undefined, deliveries.root);
    const moved = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    await eventually("the verification hangs", () => shop.received.length === 1);
    await test(moved, "payment.completed");
    await eventually("it is taken", async () => {
      const { rows } = await deliveries.sql.query("select 1 from webhook_test");
      return rows.length === 0;
    });
    const next = await deliveries.endpoint({ url: shop.url() });
    await test(next, "payment.completed");
    await eventually("a later one came", () => shop.events.length === 1);
    expect(shop.events[0]?.headers["webhook-id"]).not.to.equal(undefined);
    expect(await deliveries.attemptsOf(moved)).to.deep.equal([]);
  });

  it("of a tenant with a receiver that hangs do not delay another tenant's", async () => {
    await using hanging = await Receiver.start(() => undefined, deliveries.root);
    await using shop = await Receiver.start(polite, deliveries.root);
    const slow = await deliveries.endpoint({ url: hanging.url() });
    const quick = await deliveries.endpoint({ url: shop.url() });
    await test(slow, "payment.completed");
    await test(slow, "payment.completed");
    await eventually("the first hangs", () => hanging.received.length === 1);
    await test(quick, "payment.completed");
    await eventually("the other tenant's came", () => shop.events.length === 1);
    expect(hanging.received, "one of a tenant at a time").to.have.length(1);
  });

  it("of many wallets with receivers that hang do not delay a merchant's", async () => {
    await using hanging = await Receiver.start(() => undefined, deliveries.root);
    await using shop = await Receiver.start(polite, deliveries.root);
    const quick = await deliveries.endpoint({ url: shop.url() });
    for (let made = 0; made < 130; made += 1) {
      const { walletId } = await wallet(deliveries.store);
      const slow = await deliveries.endpoint({ url: hanging.url() }, { walletId });
      await test({ ...slow, merchantId: walletId }, "payment.completed");
    }
    await eventually("all places are taken", () => hanging.received.length >= 64);
    await test(quick, "payment.completed");
    const begin = performance.now();
    await eventually("the merchant's came", () => shop.events.length === 1);
    // The receivers hang for 15 seconds.
    expect(performance.now() - begin).to.be.below(5_000);
  });
});
