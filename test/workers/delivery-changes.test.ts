// Endpoints that change hands or settings while their events are delivered.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { merchant } from "../support/fixtures.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { Deliveries, eventually } from "./support/deliveries.ts";

describe("the delivery of events to endpoints that change", function () {
  this.timeout(120_000);
  let deliveries: Deliveries;
  beforeEach(async () => {
    deliveries = await Deliveries.start();
  });
  afterEach(() => deliveries[Symbol.asyncDispose]());

  const receiver = (answer = polite): Promise<Receiver> => Receiver.start(answer, deliveries.root);

  it("goes on to a new address although the former receiver answers 410 afterwards", async () => {
    deliveries.worker();
    const answers: (() => void)[] = [];
    await using former = await receiver((_, response) => {
      answers.push(() => void response.writeHead(410).end());
    });
    await using shop = await receiver();
    const endpoint = await deliveries.endpoint({ url: former.url() });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the former receiver is asked", () => answers.length === 1);
    await deliveries.sql.query("update webhook set url = $2, version = version + 1 where webhook_id = $1", [
      uuidOf("webhook", endpoint.webhookId),
      shop.url(),
    ]);
    for (const answer of answers) answer();
    await eventually("it is recorded", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    // As long as disabling it would take.
    await sleep(500);
    expect(await deliveries.stateOf(endpoint)).to.include({ status: "enabled", disabled_reason: null });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the next event came", () => shop.events.length > 0);
  });

  it("keeps the pause that a receiver has asked for when another worker takes over", async () => {
    const first = deliveries.worker();
    const open: (() => void)[] = [];
    await using shop = await receiver((_, response) => {
      if (shop.received.length === 2) response.writeHead(429, { "retry-after": "600" }).end();
      else open.push(() => void response.writeHead(204).end());
    });
    const endpoint = await deliveries.endpoint({ url: shop.url(), concurrency: 2 });
    await deliveries.happen(endpoint.merchantId, 10);
    await eventually("the pause is recorded", async () => {
      return (await deliveries.stateOf(endpoint)).held_until !== null;
    });
    // One request is still under way, so the first worker ends with the lease.
    await first.close();
    expect(await deliveries.stateOf(endpoint))
      .to.have.property("lease_owner")
      .that.is.a("string");
    deliveries.worker();
    await sleep(5_000);
    expect(shop.received).to.have.length(2);
    for (const answer of open) answer();
    shop.answer = polite;
    await deliveries.pass(601);
    await eventually("all came", () => new Set(shop.events.map(({ id }) => id)).size === 10);
  });

  it("does not wait for the slow verification of another endpoint", async () => {
    deliveries.worker();
    await using slow = await receiver((received, response) => {
      setTimeout(() => polite(received, response), 10_000);
    });
    await using shop = await receiver();
    await deliveries.endpoint({ url: slow.url() }, { verified: false });
    await eventually("the slow receiver is asked", () => slow.received.length === 1);
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    const begin = performance.now();
    await eventually("verified", async () => (await deliveries.stateOf(endpoint)).status === "enabled");
    expect(performance.now() - begin).to.be.below(8_000);
    expect(slow.received, "asked once while it answers").to.have.length(1);
  });

  it("gives leases that find no place to endpoints that wait for one", async () => {
    // More endpoints of one tenant than a worker leases, with a receiver that hangs, and one of another tenant.
    const hanging: (() => void)[] = [];
    let [open, most] = [0, 0];
    await using slow = await receiver((_, response) => {
      open += 1;
      most = Math.max(most, open);
      response.once("close", () => {
        open -= 1;
      });
      hanging.push(() => void response.writeHead(204).end());
    });
    await using shop = await receiver();
    const merchantId = await merchant(deliveries.store);
    for (let made = 0; made < 600; made += 50)
      await Promise.all(
        Array.from({ length: 50 }, () => deliveries.endpoint({ url: slow.url() }, { merchantId })),
      );
    const other = await deliveries.endpoint({ url: shop.url("localhost") });
    await deliveries.happen(merchantId, 2);
    deliveries.worker();
    await eventually("the places are taken", () => hanging.length >= 32);
    await deliveries.happen(other.merchantId, 3);
    await eventually("the other tenant's came", () => shop.events.length === 3);
    expect(most, "requests to one host at once").to.equal(32);
    slow.answer = polite;
    for (const answer of hanging) answer();
  });
});
