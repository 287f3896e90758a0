// kill -9 of the worker that delivers: the receiver's journal has every event, and repeats only of what was under way.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { Deliveries, eventually } from "./support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";

const program = new URL("./support/delivery-process.ts", import.meta.url).pathname;
const count = 2_000;
const kills = 3;
/** Requests under way, and outcomes that one record holds. */
const unrecordedMax = 10 + 256;

describe("a worker that is killed while it delivers", function () {
  this.timeout(240_000);
  let deliveries: Deliveries;
  let worker: ChildProcess;
  before(async () => {
    deliveries = await Deliveries.start();
  });
  after(async () => {
    worker.kill("SIGKILL");
    await deliveries[Symbol.asyncDispose]();
  });

  const start = async (): Promise<void> => {
    const { url, dataKey, caFile } = deliveries;
    worker = fork(program, [url, dataKey.toString("base64"), caFile]);
    await once(worker, "message");
  };

  it("loses nothing, and another one goes on within seconds", async () => {
    const accepted: string[] = [];
    let asked = 0;
    await using shop = await Receiver.start(({ headers }, response) => {
      // Every 13th request fails, each time another event.
      const fails = ++asked % 13 === 0;
      if (!fails) accepted.push(String(headers["webhook-id"]));
      response.writeHead(fails ? 500 : 204).end();
    }, deliveries.root);
    const endpoint = await deliveries.endpoint({ url: shop.url("localhost") });
    await start();
    await deliveries.happen(endpoint.merchantId, count);
    for (let kill = 1; kill <= kills; kill++) {
      const part = (count * kill) / (kills + 2);
      await eventually(`${part} events came`, () => accepted.length >= part);
      worker.kill("SIGKILL");
      await once(worker, "exit");
      const before = accepted.length;
      await start();
      const from = performance.now();
      await eventually("the next delivery", () => accepted.length > before);
      // A lease lasts four seconds.
      expect(performance.now() - from).to.be.below(10_000);
    }
    await eventually("every event came", async () => {
      await deliveries.pass(60);
      return new Set(accepted).size === count;
    });
    expect(accepted.length - count, "repeats").to.be.at.most(kills * unrecordedMax);
    await eventually("nothing waits", async () => {
      await deliveries.pass(60);
      const { retries, position, ready_position } = await deliveries.stateOf(endpoint);
      return retries === 0 && position === ready_position;
    });
    const succeeded = (await deliveries.attemptsOf(endpoint)).filter(({ error }) => error === null);
    expect(new Set(succeeded.map((attempt) => attempt.event_id)).size).to.equal(count);
    const numbers = new Map(succeeded.map((attempt) => [attempt.event_id, attempt.sequence]));
    expect(new Set(numbers.values()).size, "each event has a number of its own").to.equal(count);
  });
});
