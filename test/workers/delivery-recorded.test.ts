// The record of outcomes is committed, and the answer to the commit is lost: the worker records them again, and the history has each once.
import { expect } from "chai";
import { Deliveries, eventually } from "./support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";

describe("outcomes whose commit was not acknowledged", function () {
  this.timeout(60_000);

  it("are in the history once", async () => {
    await using deliveries = await Deliveries.start();
    const { store } = deliveries;
    const transact = store.transact.bind(store);
    let lost = 0;
    store.transact = async (work, ...more) => {
      const result = await transact(work, ...more);
      // Records of outcomes are the transactions with a list as their result.
      if (Array.isArray(result) && ++lost <= 3) throw new Error("the connection was lost after the commit");
      return result;
    };
    await using shop = await Receiver.start(
      (_, response) => void response.writeHead(shop.received.length % 2 === 0 ? 500 : 204).end(),
      deliveries.root,
    );
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    deliveries.worker();
    await deliveries.happen(endpoint.merchantId, 10);
    await eventually("all outcomes are recorded", async () => {
      const { position, ready_position } = await deliveries.stateOf(endpoint);
      return lost > 3 && position === ready_position;
    });
    const attempts = await deliveries.attemptsOf(endpoint);
    expect(attempts).to.have.length(10);
    expect(new Set(attempts.map(({ event_id }) => event_id)).size).to.equal(10);
    expect((await deliveries.stateOf(endpoint)).retries).to.equal(
      attempts.filter(({ error }) => error).length,
    );
  });
});
