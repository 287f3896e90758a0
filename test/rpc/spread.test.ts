// Several core processes behind one address.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { CoreClient } from "../../src/rpc/client.ts";
import { Failure } from "../../src/rpc/failure.ts";
import type { TestCore } from "../gateway/support/test-core.ts";
import { Front } from "./support/front.ts";
import { CREATE, context, GET, Scene } from "./support/scene.ts";

const answer = Buffer.of(1);
const longMs = 300_000;

describe("several cores behind one address", function () {
  this.timeout(60_000);
  let scene: Scene;
  before(async () => {
    scene = await Scene.start();
  });
  after(() => scene[Symbol.asyncDispose]());

  const core = async (): Promise<TestCore> => {
    const started = await scene.core();
    started.on("GetPayment", () => answer);
    started.on("CreatePayment", async () => {
      await sleep(5);
      return answer;
    });
    return started;
  };
  const call = (client: CoreClient, path = GET) =>
    client.call(path, answer, context({ deadlineMs: Date.now() + longMs }));

  /** Until each of them has a stream: calls that are open at the same time go to all of them. */
  async function untilSpread(client: CoreClient, cores: readonly TestCore[]): Promise<void> {
    for (;;) {
      for (const each of cores) each.calls.length = 0;
      await Promise.all(Array.from({ length: 8 * cores.length }, () => call(client, CREATE)));
      if (cores.every(({ calls }) => calls.some(({ dispatched }) => dispatched))) return;
      await sleep(20);
    }
  }

  it("are all reached, by as many connections", async () => {
    const cores = [await core(), await core(), await core()];
    using front = await Front.start(...cores.map(({ port }) => port));
    const client = scene.client([front.port], { streams: 3 });
    await untilSpread(client, cores);
    expect(front.connections).to.equal(3);
  });

  it("are all reached although the connections went to one of them at first", async () => {
    const cores = [await core(), await core()];
    using front = await Front.start((cores[0] as TestCore).port);
    const client = scene.client([front.port], { streams: 2 });
    await untilSpread(client, cores.slice(0, 1));
    front.ports = cores.map(({ port }) => port);
    await untilSpread(client, cores);
    const made = front.connections;
    await sleep(1_500);
    expect(front.connections, "no more are tried once all are reached").to.equal(made);
  });

  it("lose one of them by death: calls that may be repeated are answered by the others", async () => {
    const cores = [await core(), await core()];
    using front = await Front.start(...cores.map(({ port }) => port));
    const client = scene.client([front.port], { streams: 2 });
    await untilSpread(client, cores);
    const [first, second] = cores as [TestCore, TestCore];
    let held = 0;
    first.on("CreatePayment", () => {
      held += 1;
      return new Promise<never>(() => undefined);
    });
    const over = { deadlineMs: Date.now() + longMs };
    const calls = Array.from({ length: 20 }, (_, index) =>
      client.call(CREATE, answer, context({ ...over, idempotencyKey: `k${index}` })),
    );
    while (held < 10) await sleep(5);
    front.ports = [second.port];
    await first[Symbol.asyncDispose]();
    await Promise.all(calls);
    expect(second.calls.filter(({ idempotencyKey }) => idempotencyKey !== undefined)).to.have.length.above(
      19,
    );
  });

  it("are replaced one after the other under load without a failed call, and then are all reached again", async () => {
    let cores = [await core(), await core()];
    using front = await Front.start(...cores.map(({ port }) => port));
    const client = scene.client([front.port], { streams: 2 });
    await untilSpread(client, cores);
    const failed: unknown[] = [];
    let answered = 0;
    const calls = new Set<Promise<void>>();
    const load = setInterval(() => {
      for (let count = 0; count < 10; count += 1) {
        // Without a key, so that none may be repeated.
        const one: Promise<void> = call(client, CREATE).then(
          () => void (answered += 1),
          (error: unknown) => void failed.push(error instanceof Failure ? error.entry : error),
        );
        calls.add(one);
        void one.finally(() => calls.delete(one));
      }
    }, 2);
    for (const former of cores) {
      const next = await core();
      cores = [...cores.filter((each) => each !== former), next];
      front.ports = cores.map(({ port }) => port);
      await former.close();
      await sleep(100);
    }
    await untilSpread(client, cores);
    clearInterval(load);
    await Promise.all(calls);
    expect(failed).to.deep.equal([]);
    expect(answered).to.be.above(100);
  });
});
