// A worker that hardly polls delivers at once, because the sequencer tells it. It asks to be told only while somebody has an endpoint.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { Deliveries, eventually } from "./support/deliveries.ts";
import { polite, Receiver } from "../support/receiver.ts";

/** Longer than the tests wait. */
const neverMs = 600_000;

describe("the signals to workers that deliver", function () {
  this.timeout(120_000);
  let deliveries: Deliveries;
  beforeEach(async () => {
    deliveries = await Deliveries.start();
  });
  afterEach(() => deliveries[Symbol.asyncDispose]());

  it("bring events to the receiver without waiting for a poll", async () => {
    await using shop = await Receiver.start(polite, deliveries.root);
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    deliveries.worker({ pollMs: neverMs });
    await eventually("the worker listens", () => deliveries.subscribed === 1);
    await deliveries.happen(endpoint.merchantId, 3);
    await eventually("the events came", () => shop.events.length === 3);
    await deliveries.happen(endpoint.merchantId, 2);
    await eventually("later events came, too", () => shop.events.length === 5);
  });

  it("do not keep a worker from renewing its leases, however many come", async () => {
    await using shop = await Receiver.start(polite, deliveries.root);
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    deliveries.worker();
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the event came", () => shop.events.length === 1);
    await eventually("the worker listens", () => deliveries.subscribed === 1);
    let flooding = true;
    const flood = (): void => {
      deliveries.signal();
      if (flooding) setImmediate(flood);
    };
    flood();
    try {
      // An event from time to time keeps the endpoint leased.
      for (let second = 1; second <= 8; second++) {
        await deliveries.happen(endpoint.merchantId, 1);
        await sleep(1_000);
      }
      const { rows } = await deliveries.sql.query(
        "select lease_until > now() as held from webhook_cursor where webhook_id = $1",
        [uuidOf("webhook", endpoint.webhookId)],
      );
      expect(rows).to.deep.equal([{ held: true }]);
      await eventually("all came", () => shop.events.length === 9);
    } finally {
      flooding = false;
    }
  });

  it("are asked for only while an endpoint is enabled", async () => {
    await using shop = await Receiver.start(polite, deliveries.root);
    const worker = deliveries.worker();
    const unverified = await deliveries.endpoint({ url: "https://127.0.0.1:1/" }, { verified: false });
    await eventually(
      "its receiver was asked",
      async () => (await deliveries.attemptsOf(unverified)).length > 0,
    );
    expect(deliveries.subscribed, "nobody gets events").to.equal(0);
    const { webhookId } = await deliveries.endpoint({ url: shop.url() });
    await eventually("the worker listens", () => deliveries.subscribed === 1);
    await deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, webhookId);
      await tx.webhooks.disable(webhookId);
    });
    await eventually("the worker no longer listens", () => deliveries.subscribed === 0);
    await deliveries.endpoint({ url: shop.url() });
    await eventually("the worker listens again", () => deliveries.subscribed === 1);
    await worker.close();
    expect(deliveries.subscribed, "it has ended").to.equal(0);
  });
});
