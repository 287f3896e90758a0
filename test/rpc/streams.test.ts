// Streams that are refused, lost, full or drained.
import { connect, createServer, type Server, type Socket } from "node:net";
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { CoreClient } from "../../src/rpc/client.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { replays, type TestCore } from "../gateway/support/test-core.ts";
import { DeafCore } from "./support/deaf-core.ts";
import { CREATE, context, GET, merchant, Scene, untilDispatched } from "./support/scene.ts";

const answer = Buffer.of(1);
const entryOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: Failure) => (error.reason === error.entry ? error.entry : `${error.entry} ${error.reason}`),
  );
const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

/** A handler that answers when it is told to. */
function held() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  return { handler: () => promise.then(() => answer), release };
}

/** A wire to a core that can be cut. */
class Wire implements Disposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number) {
    this.#server = createServer((from) => {
      const to = connect(port, "127.0.0.1");
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
      }
    });
  }

  static async to(port: number): Promise<Wire> {
    const wire = new Wire(port);
    await new Promise<void>((resolve) => wire.#server.listen(0, "127.0.0.1", resolve));
    return wire;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  [Symbol.dispose](): void {
    this.cut();
    this.#server.close();
  }
}

describe("a stream of calls", () => {
  let scene: Scene;
  before(async () => {
    scene = await Scene.start();
  });
  after(() => scene[Symbol.asyncDispose]());
  const core = async (options?: Parameters<Scene["core"]>[0]): Promise<TestCore> => {
    const started = await scene.core(options);
    started.on("GetPayment", () => answer);
    started.on("CreatePayment", () => answer);
    return started;
  };
  const anonymous = {
    ...merchant(""),
    kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS,
    tenantId: "",
    credentialId: "",
  };
  const create = (client: CoreClient, over: Parameters<typeof context>[0] = {}, request = answer) =>
    client.call(CREATE, request, context(over));

  describe("that the core does not serve", () => {
    it("is replaced by unary calls, remembered, and asked for again later", async () => {
      const without = await core({});
      const client = scene.client([without.port], { refusedRetryMs: 100 });
      for (let count = 0; count < 20; count += 1) expect(await entryOf(create(client))).to.equal("answered");
      await without[Symbol.asyncDispose]();
      const updated = await core({ dispatch: {}, port: without.port });
      await untilDispatched(client, [updated]);
      expect(await entryOf(create(client))).to.equal("answered");
      expect(updated.calls.map(({ dispatched }) => dispatched)).to.deep.equal([true]);
    });

    it("is not opened to another tier, whatever principal it names; its unary calls go on", async () => {
      const server = await core();
      const worker = scene.client([server.port], { tier: "worker" });
      for (let count = 0; count < 20; count += 1) {
        expect(await entryOf(create(worker))).to.equal("answered");
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      expect(server.calls.some(({ dispatched }) => dispatched)).to.equal(false);
    });
  });

  describe("that is lost", () => {
    it("fails at once what may not be sent twice, and repeats what may", async () => {
      const server = await core();
      using wire = await Wire.to(server.port);
      const client = scene.client([wire.port]);
      await untilDispatched(client, [server]);
      const { handler, release } = held();
      server.on("CreatePayment", handler);
      server.on("GetPayment", handler);
      const plain = entryOf(create(client));
      const keyed = entryOf(create(client, { idempotencyKey: "k" }));
      const read = entryOf(client.call(GET, answer, context()));
      // The key of a caller without a credential has no effect.
      const nobody = entryOf(create(client, { idempotencyKey: "nobody's", principal: anonymous }));
      while (server.calls.length < 4) await settled();
      wire.cut();
      expect([await plain, await nobody]).to.deep.equal(["UNAVAILABLE", "UNAVAILABLE"]);
      release();
      expect([await keyed, await read]).to.deep.equal(["answered", "answered"]);
      const creates = server.calls.filter(({ path }) => path === CREATE);
      expect(creates.map(({ idempotencyKey }) => idempotencyKey)).to.deep.equal([
        undefined,
        "k",
        "nobody's",
        "k",
      ]);
      // What the core was asked to do before is cancelled: nobody waits for it.
      expect(server.calls.slice(0, 4).every(({ signal }) => signal.aborted)).to.equal(true);
      await untilDispatched(client, [server]);
    });

    it("repeats a call once, and not after its deadline", async () => {
      const server = await core();
      using wire = await Wire.to(server.port);
      const client = scene.client([wire.port]);
      await untilDispatched(client, [server]);
      server.on("CreatePayment", () => {
        wire.cut();
        return new Promise<never>(() => undefined);
      });
      expect(await entryOf(create(client, { idempotencyKey: "k" }))).to.equal("UNAVAILABLE");
      expect(server.calls.filter(({ path }) => path === CREATE)).to.have.length(2);
    });

    it("says of a repeat that it was replayed when the first sending had been done", async () => {
      const server = await core();
      using wire = await Wire.to(server.port);
      const client = scene.client([wire.port]);
      await untilDispatched(client, [server]);
      const kept = Buffer.of(2);
      replays.add(kept);
      server.on("CreatePayment", () => {
        if (server.calls.length > 1) return kept;
        wire.cut();
        return new Promise<never>(() => undefined);
      });
      const call = client.call(CREATE, answer, context({ idempotencyKey: "k" }));
      expect(await call).to.deep.equal({ response: kept, replayed: true });
    });

    it("sends its calls to another core", async () => {
      const [one, two] = [await core(), await core()];
      const client = scene.client([one.port, two.port]);
      await untilDispatched(client, [one, two]);
      one.on("CreatePayment", () => {
        void one[Symbol.asyncDispose]();
        return new Promise<never>(() => undefined);
      });
      const calls = Array.from({ length: 10 }, (_, index) =>
        entryOf(create(client, { idempotencyKey: `${index}` })),
      );
      expect(await Promise.all(calls)).to.deep.equal(Array(10).fill("answered"));
      expect(two.calls).to.have.length(10);
    });

    it("says UNAVAILABLE when the repeat meets the first sending, which is still at work", async () => {
      const server = await core();
      using wire = await Wire.to(server.port);
      const client = scene.client([wire.port]);
      await untilDispatched(client, [server]);
      server.on("CreatePayment", () => {
        if (server.calls.length > 1) throw new Failure("IDEMPOTENCY_KEY_IN_FLIGHT", { retryAfterSeconds: 1 });
        wire.cut();
        return new Promise<never>(() => undefined);
      });
      expect(await entryOf(create(client, { idempotencyKey: "k" }))).to.equal("UNAVAILABLE");
      expect(server.calls).to.have.length(2);
      // A caller that asks twice by itself is told the truth about that.
      expect(await entryOf(create(client, { idempotencyKey: "k" }))).to.equal("IDEMPOTENCY_KEY_IN_FLIGHT");
    });
  });

  describe("that is full", () => {
    it("has never more open calls than both ends allow, lets others wait, and refuses what is too much", async () => {
      const server = await core({ dispatch: { inFlightMax: 8 } });
      const client = scene.client([server.port], { callsInFlightMax: 16, callsWaitingMax: 20 });
      await untilDispatched(client, [server]);
      let open = 0;
      let most = 0;
      const gate = held();
      server.on("CreatePayment", async () => {
        open += 1;
        most = Math.max(most, open);
        await gate.handler();
        open -= 1;
        return answer;
      });
      const calls = Array.from({ length: 30 }, () => entryOf(create(client)));
      while (open < 8) await settled();
      // One merchant alone may take half of the places.
      const refused = await Promise.all(calls.slice(18));
      expect(refused).to.deep.equal(Array(12).fill("UNAVAILABLE OVERLOADED"));
      gate.release();
      expect(await Promise.all(calls.slice(0, 18))).to.deep.equal(Array(18).fill("answered"));
      expect(most).to.equal(8);
    });

    it("gives each principal its turn, however much another one asks", async () => {
      const server = await core({ dispatch: { inFlightMax: 2 } });
      const client = scene.client([server.port], { callsWaitingMax: 2_000 });
      await untilDispatched(client, [server]);
      const order: string[] = [];
      server.on("CreatePayment", async ({ principal }) => {
        order.push(principal.tenantId);
        await new Promise((resolve) => setImmediate(resolve));
        return answer;
      });
      const greedy = merchant("greedy");
      const crowd = Array.from({ length: 300 }, () => entryOf(create(client, { principal: greedy })));
      const modest = merchant("modest");
      const few = Array.from({ length: 10 }, () => entryOf(create(client, { principal: modest })));
      expect(await Promise.all(few)).to.deep.equal(Array(10).fill("answered"));
      // They came after 300 others and are done after about twice their own number.
      expect(order.filter((each) => each === "mer_greedy").length).to.be.below(30);
      await Promise.all(crowd);
    });

    it("counts a call that nobody waits for until the core has answered it", async () => {
      const server = await core({ dispatch: { inFlightMax: 1 } });
      const client = scene.client([server.port]);
      await untilDispatched(client, [server]);
      const { handler, release } = held();
      server.on("CreatePayment", handler);
      const abort = new AbortController();
      const left = create(client, { signal: abort.signal }).catch((error: Error) => error.message);
      const next = entryOf(create(client));
      const gone = create(client, { deadlineMs: Date.now() + 20 });
      expect(await entryOf(gone)).to.equal("DEADLINE_EXCEEDED");
      abort.abort(new Error("enough"));
      expect(await left).to.equal("enough");
      await settled();
      expect(server.calls).to.have.length(1);
      release();
      expect(await next).to.equal("answered");
      expect(server.calls).to.have.length(2);
    });

    it("writes no more than the connection takes: what was not written is not lost with the stream", async () => {
      using deaf = await DeafCore.start(scene.material("core"));
      const server = await core();
      const both = scene.client([deaf.port, server.port]);
      await untilDispatched(both, [server]);
      while (!deaf.opened) await settled();
      await settled();
      // Each fills a message, and the deaf one reads none of them.
      const calls = Array.from({ length: 128 }, () => entryOf(create(both, {}, Buffer.alloc(200_000))));
      while (server.calls.length < 64) await settled();
      deaf[Symbol.dispose]();
      const answers = await Promise.all(calls);
      const lost = answers.filter((each) => each === "UNAVAILABLE").length;
      // What was written is lost, as it carries no key; what was not went to the other core.
      expect(answers.filter((each) => each === "answered")).to.have.length(128 - lost);
      expect(lost).to.be.within(1, 32);
      expect(server.calls).to.have.length(128 - lost);
    });

    it("spreads calls over the cores by how much each has to do", async () => {
      const [one, two] = [await core(), await core()];
      const client = scene.client([one.port, two.port]);
      await untilDispatched(client, [one, two]);
      const { handler, release } = held();
      for (const server of [one, two]) server.on("CreatePayment", handler);
      const calls = Array.from({ length: 40 }, () => entryOf(create(client)));
      await settled();
      expect([one.calls.length, two.calls.length]).to.deep.equal([20, 20]);
      release();
      await Promise.all(calls);
    });
  });

  describe("whose core stops", () => {
    it("ends without a failed call: open ones are answered, new ones go elsewhere", async () => {
      const [one, two] = [await core(), await core()];
      const client = scene.client([one.port, two.port]);
      await untilDispatched(client, [one, two]);
      for (const server of [one, two])
        server.on("CreatePayment", async () => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return answer;
        });
      const calls: Promise<string>[] = [];
      const load = setInterval(() => {
        for (let count = 0; count < 10; count += 1) calls.push(entryOf(create(client)));
      }, 1);
      await settled();
      await one.close();
      const before = one.calls.length;
      await settled();
      clearInterval(load);
      const answers = await Promise.all(calls);
      expect(answers.filter((each) => each !== "answered")).to.deep.equal([]);
      expect(before).to.be.above(0);
      expect(one.calls).to.have.length(before);
    });

    it("is opened again to the core that comes after it", async () => {
      const one = await core();
      const client = scene.client([one.port]);
      await untilDispatched(client, [one]);
      await one.close();
      const next = await core({ dispatch: {}, port: one.port });
      await untilDispatched(client, [next]);
      expect(await entryOf(create(client))).to.equal("answered");
    });
  });

  describe("whose client closes", () => {
    it("answers what is open and what waits, and takes nothing new", async () => {
      const server = await core({ dispatch: { inFlightMax: 2 } });
      const client = scene.client([server.port]);
      await untilDispatched(client, [server]);
      const { handler, release } = held();
      server.on("CreatePayment", handler);
      const calls = Array.from({ length: 6 }, () => entryOf(create(client)));
      const closed = client.close();
      expect(await entryOf(create(client))).to.equal("UNAVAILABLE SHUTTING_DOWN");
      release();
      expect(await Promise.all(calls)).to.deep.equal(Array(6).fill("answered"));
      await closed;
    });

    it("fails what the core does not answer in time", async () => {
      const server = await core({ dispatch: { inFlightMax: 1 } });
      const client = scene.client([server.port], { drainMs: 50 });
      await untilDispatched(client, [server]);
      server.on("CreatePayment", () => new Promise<never>(() => undefined));
      const calls = Array.from({ length: 3 }, () => entryOf(create(client)));
      await settled();
      await client.close();
      for (const each of await Promise.all(calls)) expect(each).to.match(/^UNAVAILABLE/);
    });
  });
});
