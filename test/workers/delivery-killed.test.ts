// kill -9 of the worker that delivers while another one waits: the receiver's journal has every event, what was recorded before the kill
// never comes again, and the next delivery comes within five seconds.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { idOf } from "../../src/domain/identifier/identifier.ts";
import { Deliveries, eventually } from "./support/deliveries.ts";
import { Receiver } from "../support/receiver.ts";

const program = new URL("./support/delivery-process.ts", import.meta.url).pathname;
const count = 2_000;
const kills = 3;
/** Requests of the endpoint at once. */
const concurrency = 10;
/** Outcomes are recorded together, within milliseconds. */
const unrecordedMs = 2_000;
/** Most milliseconds from a kill until the next delivery, usually and always. A lease lasts four seconds; this machine may be busy once. */
const againMs = 5_000;
const againMsMax = 10_000;

describe("a worker that is killed while it delivers", function () {
  this.timeout(240_000);
  let deliveries: Deliveries;
  /** The first delivers; the other one takes over. */
  const workers: ChildProcess[] = [];
  before(async () => {
    deliveries = await Deliveries.start();
  });
  after(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await deliveries[Symbol.asyncDispose]();
  });

  const start = async (): Promise<void> => {
    const { url, dataKey, caFile } = deliveries;
    const worker = fork(program, [url, dataKey.toString("base64"), caFile]);
    await once(worker, "message");
    workers.push(worker);
  };

  it("loses nothing, repeats what was under way, and another one goes on within five seconds", async () => {
    const accepted: { readonly id: string; readonly at: number }[] = [];
    let asked = 0;
    await using shop = await Receiver.start(({ headers }, response) => {
      // Every 13th request fails, each time another event.
      const fails = ++asked % 13 === 0;
      if (!fails) accepted.push({ id: String(headers["webhook-id"]), at: performance.now() });
      // Every 11th answer takes time, so that later events are recorded before.
      setTimeout(() => response.writeHead(fails ? 500 : 204).end(), asked % 11 === 0 ? 300 : 0);
    }, deliveries.root);
    const endpoint = await deliveries.endpoint({ url: shop.url("localhost"), concurrency });
    const recorded = async (): Promise<string[]> =>
      (await deliveries.attemptsOf(endpoint))
        .filter(({ error }) => error === null)
        .map((attempt) => idOf("event", attempt.event_id));
    await start();
    await deliveries.happen(endpoint.merchantId, count);
    const killed: number[] = [];
    const waits: number[] = [];
    for (let kill = 1; kill <= kills; kill++) {
      const part = (count * kill) / (kills + 2);
      // It finds the endpoint leased.
      await start();
      await eventually(`${part} events came`, () => accepted.length >= part);
      const worker = workers.shift() as ChildProcess;
      worker.kill("SIGKILL");
      await once(worker, "exit");
      const from = performance.now();
      killed.push(from);
      const before = accepted.length;
      const known = new Set(await recorded());
      expect(accepted.length, "nobody delivers before the lease has run out").to.equal(before);
      await eventually("the next delivery", () => accepted.length > before);
      waits.push(performance.now() - from);
      await eventually("more deliveries", () => accepted.length > before + 2 * concurrency);
      const again = accepted.slice(before).filter(({ id }) => known.has(id));
      expect(again, "what was recorded comes again").to.deep.equal([]);
    }
    waits.sort((one, other) => one - other);
    expect(waits[Math.floor(kills / 2)], "usually").to.be.below(againMs);
    expect(waits.at(-1), "always").to.be.below(againMsMax);
    await eventually("every event came", async () => {
      await deliveries.pass(60);
      return new Set(accepted.map(({ id }) => id)).size === count;
    });
    for (const times of Map.groupBy(accepted, ({ id }) => id).values())
      for (const [index, { at }] of times.slice(0, -1).entries()) {
        const next = times[index + 1]?.at ?? 0;
        expect(killed.some((end) => at < end && at > end - unrecordedMs && next > end)).to.equal(true);
      }
    await eventually("nothing waits", async () => {
      await deliveries.pass(60);
      const { retries, position, ready_position } = await deliveries.stateOf(endpoint);
      return retries === 0 && position === ready_position;
    });
    const succeeded = (await deliveries.attemptsOf(endpoint)).filter(({ error }) => error === null);
    expect(new Set(succeeded.map((attempt) => attempt.event_id)).size).to.equal(count);
    expect(succeeded, "each success is recorded once").to.have.length(count);
    const numbers = new Map(succeeded.map((attempt) => [attempt.event_id, attempt.sequence]));
    expect(new Set(numbers.values()).size, "each event has a number of its own").to.equal(count);
  });
});
