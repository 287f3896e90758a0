// The number of an event for its endpoint, in `webhook-sequence`: each event has its own and keeps it.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { idOf } from "../../src/domain/identifier/identifier.ts";
import { type Answering, polite, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

describe("the numbers of events for an endpoint", function () {
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

  const status =
    (code: number): Answering =>
    (_, response) =>
      void response.writeHead(code).end();
  /** Has all events of the log that have come so far sent again. */
  const sendAllAgain = async ({ webhookId }: CreatedEndpoint): Promise<void> => {
    const { rows } = await deliveries.sql.query<{ event_id: string; position: string }>(
      "select event_id, position from event",
    );
    const events = rows.map((row) => ({
      eventId: idOf("event", row.event_id),
      position: BigInt(row.position),
    }));
    await deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, webhookId);
      await tx.webhookReplays.schedule(webhookId, events);
    });
  };
  const attempts = (endpoint: CreatedEndpoint, count: number): Promise<void> =>
    eventually(`${count} attempts are recorded`, async () => {
      return (await deliveries.attemptsOf(endpoint)).length === count;
    });
  const reenable = ({ webhookId }: CreatedEndpoint): Promise<void> =>
    deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, webhookId);
      await tx.webhooks.enable(webhookId);
    });
  const disable = ({ webhookId }: CreatedEndpoint): Promise<void> =>
    deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, webhookId);
      await tx.webhooks.disable(webhookId);
    });
  /** The numbers that came with each event. */
  const numbers = (): string[][] => {
    const byEvent = Map.groupBy(shop.events, ({ id }) => id);
    return [...byEvent.values()].map((came) => [
      ...new Set(came.map(({ headers }) => String(headers["webhook-sequence"]))),
    ]);
  };

  it("are not given again after an ordered endpoint was disabled while an event of it failed", async () => {
    const endpoint = await deliveries.endpoint({ url: shop.url(), ordered: true });
    deliveries.worker();
    shop.answer = status(500);
    await deliveries.happen(endpoint.merchantId, 1);
    await attempts(endpoint, 1);
    await disable(endpoint);
    await reenable(endpoint);
    shop.answer = polite;
    await deliveries.happen(endpoint.merchantId, 1);
    await attempts(endpoint, 2);
    await sendAllAgain(endpoint);
    await attempts(endpoint, 4);
    expect(numbers()).to.deep.equal([["1"], ["2"]]);
  });

  it("are not given again after an endpoint was disabled while several requests were under way", async () => {
    const endpoint = await deliveries.endpoint({ url: shop.url(), concurrency: 3 });
    deliveries.worker();
    // The first one stays open, so the endpoint's place in the log stays before it.
    let answerFirst: (() => void) | undefined;
    shop.answer = (received, response) => {
      if (answerFirst) return polite(received, response);
      answerFirst = () => void response.writeHead(500).end();
    };
    await deliveries.happen(endpoint.merchantId, 3);
    await attempts(endpoint, 2);
    await disable(endpoint);
    answerFirst?.();
    await attempts(endpoint, 3);
    await reenable(endpoint);
    await deliveries.happen(endpoint.merchantId, 2);
    await attempts(endpoint, 5);
    expect(numbers().flat().toSorted()).to.deep.equal(["1", "2", "3", "4", "5"]);
  });

  it("stay the same when an event that was asked for before its first attempt fails", async () => {
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 1);
    await sendAllAgain(endpoint);
    shop.answer = status(500);
    deliveries.worker();
    await attempts(endpoint, 1);
    shop.answer = polite;
    await deliveries.pass(6);
    await attempts(endpoint, 2);
    expect(numbers()).to.deep.equal([["1"]]);
  });

  it("are given to an event that was asked for before its first attempt when a worker takes over", async () => {
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 1);
    await sendAllAgain(endpoint);
    // A worker has died before it has sent anything.
    await deliveries.sql.query(
      "update webhook_cursor set lease_owner = $1, lease_until = now() - interval '1 s'",
      [randomUUID()],
    );
    deliveries.worker();
    await attempts(endpoint, 1);
    expect(numbers()).to.deep.equal([["1"]]);
  });
});
