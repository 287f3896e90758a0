// An event that the receiver never accepts, while it accepts others: the endpoint stays enabled, and the event is given up.
import { expect } from "chai";
import { idOf } from "../../src/domain/identifier/identifier.ts";
import { Receiver } from "../support/receiver.ts";
import { Deliveries, eventually } from "./support/deliveries.ts";

const day = 86_400;

describe("an event that its receiver never accepts", function () {
  this.timeout(60_000);

  it("is sent for five days, then only when its owner asks for it, again for five days", async () => {
    await using deliveries = await Deliveries.start();
    let refused = "";
    await using shop = await Receiver.start((received, response) => {
      const { id } = JSON.parse(received.body) as { id: string };
      refused ||= id;
      response.writeHead(id === refused ? 422 : 204).end();
    }, deliveries.root);
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    deliveries.worker();
    const attempts = async () =>
      (await deliveries.attemptsOf(endpoint)).filter(({ event_id }) => idOf("event", event_id) === refused);
    const failsAgain = async (number: number): Promise<void> => {
      await deliveries.pass(1.25 * day);
      await deliveries.happen(endpoint.merchantId, 1);
      await eventually(`attempt ${number}`, async () => (await attempts()).length === number);
    };
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the first attempt", async () => (await attempts()).length === 1);
    for (let number = 2; number <= 4; number += 1) await failsAgain(number);
    expect((await attempts()).at(-1)?.next_at).to.be.instanceOf(Date);
    await failsAgain(5);
    expect((await attempts()).at(-1)?.next_at).to.equal(null);
    await eventually("nothing waits", async () => (await deliveries.stateOf(endpoint))["retries"] === 0);
    expect(await deliveries.stateOf(endpoint)).to.include({ status: "enabled" });

    const { rows } = await deliveries.sql.query("select event_id, position from event order by position");
    await deliveries.store.transact(async (tx) => {
      const webhook = await tx.webhooks.lock({ kind: "all" }, endpoint.webhookId);
      const range = { after: 0n, upTo: BigInt(rows.at(-1).position) };
      const all = await tx.webhookReplays.events(webhook!, ["payment.completed"], range, 100);
      const missed = all.filter(({ delivered, nextAt }) => !delivered && nextAt === undefined);
      expect(missed.map(({ eventId }) => eventId)).to.deep.equal([refused]);
      await tx.webhookReplays.schedule(endpoint.webhookId, missed);
    });
    await eventually("it is sent once more", async () => (await attempts()).length === 6);
    expect((await attempts()).at(-1)?.next_at).to.be.instanceOf(Date);
  });
});
