// Receivers that answer with harm: endless heads and bodies, gzip bombs, drips, resets. The worker that delivers reads little of it, needs
// no more memory for it, and the events of other tenants come as if nothing were.
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "../workers/support/deliveries.ts";

const workerProgram = new URL("../workers/support/delivery-process.ts", import.meta.url).pathname;
const hostileProgram = new URL("./support/hostile-receivers.ts", import.meta.url).pathname;
const eventsEach = 60;
/**
 * Resident memory that the worker may need more than before, for all receivers together, while the collector has not come to the buffers
 * that were read (170 MB on two idle processors), and that it may need more in the second half of the time than in the first.
 */
const moreMemoryMb = 400;
const growthMb = 80;
/** An attempt lasts 15 seconds at most. */
const attemptMs = 15_000;
/** An event of another tenant takes less time even on a busy machine. */
const soonMs = 5_000;

/** The error of every attempt, or null where the status 200 has come and decides. */
const outcomes: Readonly<Record<string, readonly (string | null)[]>> = {
  gigabyte: [null],
  endless: ["STATUS"],
  bomb: [null],
  "long-head": ["PROTOCOL"],
  "long-trailer": [null],
  "long-chunk-line": [null],
  early: ["TIMEOUT"],
  "second-answer": [null],
  "drip-head": ["TIMEOUT"],
  "drip-body": [null],
  "hang-after-head": [null],
  hang: ["TIMEOUT"],
  reset: ["RESET"],
  "another-protocol": ["PROTOCOL"],
  "impossible-status": ["PROTOCOL"],
  "reset-in-body": [null],
};

describe("receivers that answer with harm", function () {
  this.timeout(240_000);
  let deliveries: Deliveries;
  let worker: ChildProcess;
  let hostile: ChildProcess;
  let port: number;
  before(async () => {
    deliveries = await Deliveries.start();
    hostile = fork(hostileProgram);
    const [told] = (await once(hostile, "message")) as [{ port: number; kinds: string[] }];
    expect(told.kinds).to.have.members(Object.keys(outcomes));
    port = told.port;
    const { url, dataKey, caFile } = deliveries;
    worker = fork(workerProgram, [url, dataKey.toString("base64"), caFile]);
    await once(worker, "message");
  });
  after(async () => {
    hostile.kill("SIGKILL");
    worker.kill("SIGKILL");
    await deliveries[Symbol.asyncDispose]();
  });

  const memoryMb = (): number =>
    Number(execFileSync("ps", ["-o", "rss=", "-p", String(worker.pid)], { encoding: "utf8" })) / 1_024;

  it("cost neither memory nor other tenants' time", async () => {
    await using shop = await Receiver.startPlain();
    const good = await deliveries.endpoint({ url: shop.plainUrl });
    await deliveries.happen(good.merchantId, 1_000);
    await eventually("the worker is warm", () => shop.events.length === 1_000);
    const before = memoryMb();
    const bad = new Map<string, CreatedEndpoint>();
    for (const kind of Object.keys(outcomes))
      bad.set(kind, await deliveries.endpoint({ url: `http://${kind}.localhost:${port}/` }));
    for (const { merchantId } of bad.values()) await deliveries.happen(merchantId, eventsEach);

    const most = { early: 0, late: 0 };
    let slowest = 0;
    const begin = Date.now();
    for (const end = begin + 2 * attemptMs; Date.now() < end; await sleep(100)) {
      const [count, since] = [shop.events.length, performance.now()];
      await deliveries.happen(good.merchantId, 1);
      await eventually("another tenant's event", () => shop.events.length > count);
      slowest = Math.max(slowest, performance.now() - since);
      const half = Date.now() < begin + attemptMs ? "early" : "late";
      most[half] = Math.max(most[half], memoryMb());
    }
    expect(slowest, "milliseconds of the slowest event of another tenant").to.be.below(soonMs);
    expect(most.early - before, "more megabytes").to.be.below(moreMemoryMb);
    expect(most.late - most.early, "more megabytes than in the first half").to.be.below(growthMb);
    for (const [kind, endpoint] of bad) {
      const errors = (await deliveries.attemptsOf(endpoint)).map(({ error }) => error);
      expect(new Set(errors), kind).to.deep.equal(new Set(outcomes[kind]));
    }
  });
});
