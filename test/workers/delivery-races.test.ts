// Changes of an endpoint while events get their positions, and requests to send again while an attempt is under way.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import type { EventType } from "../../src/domain/event/event.ts";
import { idOf, newId } from "../../src/domain/identifier/identifier.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

describe("the delivery of events while their endpoint changes", function () {
  this.timeout(60_000);
  let deliveries: Deliveries;
  let shop: Receiver;
  beforeEach(async () => {
    deliveries = await Deliveries.start();
    shop = await Receiver.start(polite, deliveries.root);
  });
  afterEach(async () => {
    await deliveries[Symbol.asyncDispose]();
    await shop[Symbol.asyncDispose]();
  });

  const data = EventData.encode({
    subject: { $case: "webhookVerification", value: { webhookId: "", challenge: "x" } },
  }).finish();
  const commit = (merchantId: string, type: EventType): Promise<void> =>
    deliveries.store.transact(({ outbox }) =>
      outbox.append([
        { type, subject: newId("payment"), tenant: { merchantId }, occurredAt: new Date(), data },
      ]),
    );
  /** Has the sequencer of another process begin while a change is not committed yet. */
  const whileChanging = async (
    { merchantId }: CreatedEndpoint,
    type: EventType,
    change: (tx: Parameters<Parameters<Deliveries["store"]["transact"]>[0]>[0]) => Promise<void>,
  ): Promise<void> => {
    const { store } = deliveries;
    const sequenced = await store.transact(async (tx) => {
      await change(tx);
      await commit(merchantId, type);
      const count = store.sequencer.advance(500).then((moved) => moved.count);
      await sleep(200);
      return { count };
    });
    expect(await sequenced.count).to.equal(1);
  };
  const setTypes = (
    tx: Parameters<Parameters<Deliveries["store"]["transact"]>[0]>[0],
    { webhookId }: CreatedEndpoint,
    eventTypes: string[],
  ): Promise<void> =>
    tx.webhooks.lock({ kind: "all" }, webhookId).then(async (webhook) => {
      await tx.webhooks.update(webhookId, { ...webhook!, eventTypes });
      await tx.webhooks.changeTypes(webhookId);
    });

  it("sends an event whose sequencer has waited for the endpoint to be enabled", async () => {
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    await deliveries.sql.query("update webhook set verify_at = null");
    await whileChanging(endpoint, "payment.completed", (tx) => tx.webhooks.enable(endpoint.webhookId));
    deliveries.worker();
    await eventually("it came", () => shop.events.length === 1);
  });

  it("sends an event of an added type whose sequencer has waited for the change, and none from before", async () => {
    const endpoint = await deliveries.endpoint({ url: shop.url(), eventTypes: ["payment.completed"] });
    deliveries.worker();
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the first came", () => shop.events.length === 1);
    await deliveries.happen(endpoint.merchantId, 3, "webhook.disabled");
    await eventually("it is recorded", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    const types = ["payment.completed", "webhook.disabled"];
    await whileChanging(endpoint, "webhook.disabled", (tx) => setTypes(tx, endpoint, types));
    await eventually("the event of the added type came", () => shop.events.length > 1);
    await sleep(300);
    expect(shop.events.map(({ type }) => type)).to.deep.equal(types);
  });

  it("sends nothing again of a type that the endpoint no longer has", async () => {
    shop.answer = (received, response) =>
      polite(received, response, () => void response.writeHead(500).end());
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    deliveries.worker();
    await deliveries.happen(endpoint.merchantId, 1, "webhook.disabled");
    await deliveries.happen(endpoint.merchantId, 1);
    const retries = async (): Promise<unknown> => (await deliveries.stateOf(endpoint))["retries"];
    await eventually("both wait", async () => (await retries()) === 2);
    await deliveries.store.transact((tx) => setTypes(tx, endpoint, ["payment.completed"]));
    expect(await retries()).to.equal(1);
    shop.answer = polite;
    await deliveries.pass(6);
    await eventually("one is left and came", async () => (await retries()) === 0);
    expect(shop.events.slice(2).map(({ type }) => type)).to.deep.equal(["payment.completed"]);
  });

  it("sends an event again at once when its owner has asked for that during an attempt that fails", async () => {
    const answers: (() => void)[] = [];
    shop.answer = (received, response) =>
      polite(received, response, () => {
        answers.push(() => void response.writeHead(500).end());
      });
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    deliveries.worker();
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the first attempt is under way", () => answers.length > 0);
    answers.pop()?.();
    await eventually("it failed", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    await deliveries.pass(6);
    await eventually("the second attempt is under way", () => answers.length > 0);
    const { rows } = await deliveries.sql.query("select event_id, position from event");
    const event = { eventId: idOf("event", rows[0].event_id), position: BigInt(rows[0].position) };
    await deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, endpoint.webhookId);
      await tx.webhookReplays.schedule(endpoint.webhookId, [event]);
    });
    shop.answer = polite;
    answers.pop()?.();
    // The wait after a second failure would be five minutes.
    await eventually("it came once more", () => shop.events.length === 3);
    await eventually("done", async () => (await deliveries.stateOf(endpoint))["retries"] === 0);
  });
});
