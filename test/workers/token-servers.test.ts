// A server that has given no token is asked a few times, however often an endpoint has something to send and however many endpoints name it.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { GivenAuthentication } from "../../src/services/webhook/authentication.ts";
import { merchant } from "../support/fixtures.ts";
import { type Answering, polite, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

describe("requests for tokens", function () {
  this.timeout(60_000);
  let deliveries: Deliveries;
  let shop: Receiver;
  beforeEach(async () => {
    deliveries = await Deliveries.start();
    shop = await Receiver.start(polite, deliveries.root);
    deliveries.worker();
  });
  afterEach(async () => {
    await deliveries[Symbol.asyncDispose]();
    await shop[Symbol.asyncDispose]();
  });

  const receiver = (answer: Answering): Promise<Receiver> => Receiver.start(answer, deliveries.root);
  const refusing: Answering = (_, response) => void response.writeHead(404).end();
  const issuing: Answering = (_, response) => {
    const token = { access_token: "abc", token_type: "Bearer", expires_in: 3600 };
    setTimeout(() => response.end(JSON.stringify(token)), 50);
  };
  const through = (server: Receiver, secret = "guess"): { authentication: GivenAuthentication } => ({
    authentication: {
      authentication: { method: "oauth", tokenEndpoint: server.url(), clientId: "pda", scope: undefined },
      secret,
    },
  });
  const sendTests = async ({ webhookId, merchantId }: CreatedEndpoint, ms: number): Promise<void> => {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(50))
      await deliveries.store.transact(async (tx) => {
        const test = { webhookId, type: "payment.completed" } as const;
        if ((await tx.webhookTests.waiting(webhookId)) < 10)
          await tx.webhookTests.insert({ ...test, eventId: newId("event") }, merchantId);
      });
  };

  it("pause after a failure, for longer each time", async () => {
    await using victim = await receiver(refusing);
    const endpoint = await deliveries.endpoint({ url: shop.url() }, through(victim));
    await sendTests(endpoint, 7_500);
    // At once, after 2 seconds, and after 4 more.
    expect(victim.received.length).to.be.within(2, 3);
    const [first, second] = victim.received;
    expect(second!.at - first!.at).to.be.at.least(1_900);
  });

  it("pause for all endpoints of a tenant after five failures at one server, and for no other tenant", async () => {
    await using victim = await receiver(refusing);
    const merchantId = await merchant(deliveries.store);
    for (let made = 0; made < 12; made += 1)
      await deliveries.endpoint({ url: shop.url() }, { ...through(victim), merchantId });
    await deliveries.happen(merchantId, 1);
    await eventually("all have failed", async () => {
      const { rows } = await deliveries.sql.query("select count(*)::int as count from webhook_delivery");
      return rows[0].count >= 12;
    });
    expect(victim.received.length).to.equal(5);
    victim.answer = issuing;
    const other = await deliveries.endpoint({ url: shop.url() }, through(victim));
    await deliveries.happen(other.merchantId, 1);
    await eventually("the other's came", () => shop.received.length === 1);
  });

  it("are made for many endpoints of one server, a few at a time, and no event fails for that", async () => {
    await using server = await receiver(issuing);
    const merchantId = await merchant(deliveries.store);
    for (let made = 0; made < 12; made += 1)
      await deliveries.endpoint({ url: shop.url() }, { ...through(server), merchantId });
    await deliveries.happen(merchantId, 1);
    await eventually("all came", () => shop.received.length === 12);
    expect(server.received.length).to.equal(12);
    const failed = "select 1 from webhook_delivery where error is not null";
    expect((await deliveries.sql.query(failed)).rows).to.deep.equal([]);
  });
});
