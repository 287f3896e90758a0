// Ordered endpoints: what they wait for, what ends the wait, and the order of what is sent again.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { idOf } from "../../src/domain/identifier/identifier.ts";
import { type Answering, polite, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

describe("the delivery of events to an ordered endpoint", function () {
  this.timeout(60_000);
  let deliveries: Deliveries;
  let shop: Receiver;
  let endpoint: CreatedEndpoint;
  beforeEach(async () => {
    deliveries = await Deliveries.start();
    shop = await Receiver.start(polite, deliveries.root);
    endpoint = await deliveries.endpoint({ url: shop.url(), ordered: true });
  });
  afterEach(async () => {
    await deliveries[Symbol.asyncDispose]();
    await shop[Symbol.asyncDispose]();
  });

  const refusing =
    (status: number, headers = {}): Answering =>
    (received, response) =>
      polite(received, response, () => void response.writeHead(status, headers).end());
  const stored = async () => {
    const { rows } = await deliveries.sql.query<{ event_id: string; position: string }>(
      "select event_id, position from event order by position",
    );
    return rows.map((row) => ({ eventId: idOf("event", row.event_id), position: BigInt(row.position) }));
  };
  const sendAgain = (
    events: Awaited<ReturnType<typeof stored>>,
    { webhookId }: CreatedEndpoint = endpoint,
  ): Promise<void> =>
    deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, webhookId);
      await tx.webhookReplays.schedule(webhookId, events);
    });
  const setOrdered = (ordered: boolean): Promise<void> =>
    deliveries.store.transact(async (tx) => {
      const webhook = await tx.webhooks.lock({ kind: "all" }, endpoint.webhookId);
      await tx.webhooks.update(endpoint.webhookId, { ...webhook!, ordered });
    });
  /** Has the first of three events refused twice, so that it waits for minutes. */
  const blocked = async (answer: Answering): Promise<void> => {
    deliveries.worker();
    shop.answer = answer;
    await deliveries.happen(endpoint.merchantId, 3);
    await eventually("the first attempt", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    await deliveries.pass(6);
    await eventually("the second", async () => (await deliveries.attemptsOf(endpoint)).length === 2);
    await eventually("given back", async () => (await deliveries.stateOf(endpoint))["lease_owner"] === null);
    shop.answer = polite;
  };
  const came = (): number => shop.events.length;

  it("goes on when the owner has the event sent again that the others wait for", async () => {
    await blocked(refusing(500));
    expect(came()).to.equal(2);
    await sendAgain((await stored()).slice(0, 1));
    await eventually("all came", () => came() === 5);
    const expected = (await stored()).map(({ eventId }) => eventId);
    expect(shop.events.slice(2).map(({ id }) => id)).to.deep.equal(expected);
  });

  it("goes on when it is ordered no longer", async () => {
    await blocked(refusing(500));
    await setOrdered(false);
    await eventually("all came", () => came() === 5);
  });

  it("keeps the pause that its receiver has asked for", async () => {
    await blocked(refusing(503, { "retry-after": "5" }));
    await sendAgain((await stored()).slice(0, 1));
    await setOrdered(false);
    await sleep(1_000);
    expect(came()).to.equal(2);
    await deliveries.pass(6);
    await eventually("all came", () => came() === 5);
  });

  /** Has 150 events sent again, the newer ones first, and three come that are new, to these endpoints of one merchant. */
  const replayed = async (endpoints: readonly CreatedEndpoint[]): Promise<string[]> => {
    await deliveries.happen(endpoint.merchantId, 150);
    const past = await stored();
    await deliveries.sql.query(
      "update webhook_cursor set position = ready_position, due_at = null, recorded_since = now()",
    );
    for (const each of endpoints) await sendAgain(past.slice(70), each);
    await deliveries.pass(1);
    for (const each of endpoints) await sendAgain(past.slice(0, 70), each);
    await deliveries.happen(endpoint.merchantId, 3);
    deliveries.worker();
    await eventually("all came", () => came() === 153);
    return (await stored()).map(({ eventId }) => eventId);
  };

  it("gets what is sent again in the order of the log, before what is new", async () => {
    const expected = await replayed([endpoint]);
    expect(shop.events.map(({ id }) => id)).to.deep.equal(expected);
  });

  it("gets it in this order also while another endpoint has the same events sent again", async () => {
    // The other receiver is slow, so its repeats are under way whenever further ones of this endpoint are read.
    const held: (() => void)[] = [];
    await using second = await Receiver.start((received, response) => {
      held.push(() => polite(received, response));
    }, deliveries.root);
    const other = await deliveries.endpoint({ url: second.url() }, { merchantId: endpoint.merchantId });
    const expected = await replayed([endpoint, other]);
    expect(shop.events.map(({ id }) => id)).to.deep.equal(expected);
    second.answer = polite;
    for (const answer of held) answer();
    await eventually("all came to the other one", () => second.events.length === 153);
  });
});
