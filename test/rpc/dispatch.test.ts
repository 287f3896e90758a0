import { expect } from "chai";
import type { CallContext } from "../../src/rpc/call.ts";
import type { CoreClient } from "../../src/rpc/client.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { replays, type TestCore } from "../gateway/support/test-core.ts";
import { CREATE, context, GET, merchant, Scene, untilDispatched } from "./support/scene.ts";

/** What a caller sees of an answer. */
async function outcome(call: ReturnType<CoreClient["call"]>): Promise<object> {
  try {
    const { response, replayed } = await call;
    return { response: Buffer.from(response).toString("hex"), replayed };
  } catch (error) {
    if (!(error instanceof Failure)) return { reason: (error as Error).message };
    const { entry, reason, message, violations, retryAfterSeconds } = error;
    return { entry, reason, message, violations, retryAfterSeconds };
  }
}

describe("a call by dispatch", () => {
  let scene: Scene;
  let core: TestCore;
  let dispatch: CoreClient;
  let unary: CoreClient;
  before(async () => {
    scene = await Scene.start();
    core = await scene.core();
    core.on("GetPayment", () => Buffer.of(1));
    dispatch = scene.client([core.port]);
    unary = scene.client([core.port], { dispatch: "off" });
    await untilDispatched(dispatch, [core]);
  });
  after(() => scene[Symbol.asyncDispose]());
  beforeEach(() => core.reset());

  /** Both paths see the same, and the core was really asked by both. */
  async function bothSee(over: Partial<CallContext> = {}, path = CREATE): Promise<object> {
    const seen = [];
    for (const client of [unary, dispatch])
      seen.push(await outcome(client.call(path, Buffer.of(1, 2), context(over))));
    expect(seen[1]).to.deep.equal(seen[0]);
    return seen[0] as object;
  }
  const pathsSeen = () => core.calls.map(({ dispatched }) => dispatched);

  it("has the response of the unary call, and carries the same", async () => {
    core.on("CreatePayment", ({ request }) => Buffer.concat([request, Buffer.of(9)]));
    expect(await bothSee({ idempotencyKey: "k-1", requestId: "id" })).to.deep.equal({
      response: "010209",
      replayed: false,
    });
    expect(pathsSeen()).to.deep.equal([false, true]);
    const [first, second] = core.calls.map(({ request, requestId, principal }) => ({
      request,
      requestId,
      principal,
    }));
    expect(second).to.deep.equal(first);
    expect(core.calls[1]?.idempotencyKey).to.equal("k-1");
    expect(core.calls[1]?.remainingMs).to.be.within(1, 10_001);
  });

  it("may carry an empty request, an empty response, and an empty idempotency key", async () => {
    core.on("CreatePayment", () => Buffer.alloc(0));
    const empty = await outcome(dispatch.call(CREATE, new Uint8Array(), context({ idempotencyKey: "" })));
    expect(empty).to.deep.equal({ response: "", replayed: false });
    expect(core.calls[0]).to.deep.include({ request: Buffer.alloc(0), idempotencyKey: "", dispatched: true });
  });

  it("says that an answer is a replay", async () => {
    const answer = Buffer.of(7);
    replays.add(answer);
    core.on("CreatePayment", () => answer);
    expect(await bothSee({ idempotencyKey: "k" })).to.deep.equal({ response: "07", replayed: true });
  });

  it("fails with every detail of the failure", async () => {
    const violations = [{ field: "amount", message: "It is too much.", reason: "AMOUNT_SCALE" as const }];
    const details = { message: "Nein, 2 €.", violations, retryAfterSeconds: 7 };
    core.on("CreatePayment", () => {
      throw new Failure("AMOUNT_SCALE", details);
    });
    expect(await bothSee()).to.deep.equal({
      entry: "AMOUNT_NOT_ALLOWED",
      reason: "AMOUNT_SCALE",
      ...details,
    });
    expect(pathsSeen()).to.deep.equal([false, true]);
  });

  it("is INTERNAL when the core does not know the method", async () => {
    const other = await scene.core({ dispatch: {} });
    other.on("GetPayment", () => Buffer.of(1));
    const client = scene.client([other.port]);
    await untilDispatched(client, [other]);
    const answer = await outcome(client.call("/pda.unknown.v1.Service/Method", Buffer.of(1), context()));
    expect(answer).to.include({ entry: "INTERNAL" });
  });

  it("ends at its deadline, at both ends", async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<Failure>();
    core.on("CreatePayment", ({ signal }) => {
      signal.addEventListener("abort", () => resolve(signal.reason as Failure));
      return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const answer = await outcome(
      dispatch.call(CREATE, new Uint8Array(), context({ deadlineMs: Date.now() + 60 })),
    );
    expect(answer).to.include({ entry: "DEADLINE_EXCEEDED" });
    expect((await stopped).entry).to.equal("DEADLINE_EXCEEDED");
    expect(pathsSeen()).to.deep.equal([true]);
  });

  it("is not sent after its deadline", async () => {
    core.on("CreatePayment", () => Buffer.of(1));
    expect(await bothSee({ deadlineMs: Date.now() - 1 })).to.include({ entry: "DEADLINE_EXCEEDED" });
    expect(core.calls.filter(({ dispatched }) => dispatched)).to.deep.equal([]);
  });

  it("is cancelled at the core when its signal aborts, with that reason, and is not sent with an aborted one", async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<Failure>();
    const abort = new AbortController();
    core.on("CreatePayment", ({ signal }) => {
      signal.addEventListener("abort", () => resolve(signal.reason as Failure));
      abort.abort(new Error("enough"));
      return stopped.then(() => Buffer.of(1));
    });
    const call = () => outcome(dispatch.call(CREATE, new Uint8Array(), context({ signal: abort.signal })));
    expect(await call()).to.deep.equal({ reason: "enough" });
    expect((await stopped).reason).to.equal("CANCELLED");
    expect(await call()).to.deep.equal({ reason: "enough" });
    expect(core.calls).to.have.length(1);
  });

  it("is dropped when its signal aborts before the turn ends", async () => {
    core.on("CreatePayment", () => Buffer.of(1));
    const abort = new AbortController();
    const call = outcome(dispatch.call(CREATE, new Uint8Array(), context({ signal: abort.signal })));
    const other = outcome(dispatch.call(CREATE, Buffer.of(5), context()));
    abort.abort(new Error("enough"));
    expect(await call).to.deep.equal({ reason: "enough" });
    expect(await other).to.include({ response: "01" });
    expect(core.calls.map(({ request }) => request.toString("hex"))).to.deep.equal(["05"]);
  });

  it("gets its own answer among 10,000, whatever the order of the answers", async () => {
    core.on("CreatePayment", async ({ request, principal }) => {
      const number = request.readUInt32BE(0);
      if (number % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (number % 1000 === 7) throw new Failure("PAYMENT_NOT_PENDING", { message: `number ${number}` });
      return Buffer.from(`${principal.tenantId} ${number}`);
    });
    const merchants = Array.from({ length: 3000 }, (_, index) => merchant(`${index}`));
    const client = scene.client([core.port], { callsWaitingMax: 20_000 });
    core.on("GetPayment", () => Buffer.of(1));
    await untilDispatched(client, [core]);
    const answers = await Promise.all(
      Array.from({ length: 10_000 }, async (_, number) => {
        const request = Buffer.alloc(4);
        request.writeUInt32BE(number);
        const principal = merchants[number % 3000] as CallContext["principal"];
        try {
          const { response } = await client.call(CREATE, request, context({ principal }));
          return Buffer.from(response).toString();
        } catch (error) {
          return (error as Error).message;
        }
      }),
    );
    answers.forEach((answer, number) => {
      const own = number % 1000 === 7 ? `number ${number}` : `mer_${number % 3000} ${number}`;
      expect(answer).to.equal(own);
    });
    expect(core.calls.every(({ dispatched }) => dispatched)).to.equal(true);
  });

  it("that is poisoned fails alone", async () => {
    core.on("CreatePayment", ({ request }) => {
      if (request[0] === 3) throw new Error("not a Failure");
      return request;
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        outcome(dispatch.call(CREATE, Buffer.of(index), context({ idempotencyKey: `${index}` }))),
      ),
    );
    expect(answers[3]).to.include({ entry: "INTERNAL" });
    expect(answers.filter((answer) => "response" in answer)).to.have.length(7);
    expect(pathsSeen()).to.deep.equal(Array(8).fill(true));
  });

  it("may be larger than many calls together, either way", async () => {
    core.on("CreatePayment", ({ request }) => Buffer.alloc(request[0] === 1 ? 3_000_000 : 10, 5));
    const large = dispatch.call(CREATE, Buffer.alloc(1_000_000), context());
    const answered = dispatch.call(CREATE, Buffer.of(1), context());
    expect((await large).response).to.have.length(10);
    expect((await answered).response).to.have.length(3_000_000);
    // A large request travels alone, so that nothing waits behind it.
    expect(core.calls.map(({ request, dispatched }) => [request.length, dispatched])).to.have.deep.members([
      [1_000_000, false],
      [1, true],
    ]);
  });

  it("waits, and is not refused, while many large answers are on their way", async () => {
    core.on("GetPayment", () => Buffer.alloc(4_000_000, 5));
    const answers: Promise<{ response: Uint8Array }>[] = [];
    // One by one, and faster than answers of this size are taken.
    for (let n = 0; n < 40; n += 1) {
      answers.push(dispatch.call(GET, Buffer.of(1), context({ deadlineMs: Date.now() + 60_000 })));
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const { response } of await Promise.all(answers)) expect(response).to.have.length(4_000_000);
    expect(await outcome(dispatch.call(GET, Buffer.of(1), context()))).to.include({ replayed: false });
  }).timeout(60_000);

  it("fails alone when its response is larger than a message may be", async () => {
    core.on("CreatePayment", ({ request }) => Buffer.alloc(request[0] === 1 ? 4_194_304 : 10, 5));
    const [large, other] = await Promise.all([
      outcome(dispatch.call(CREATE, Buffer.of(1), context())),
      outcome(dispatch.call(CREATE, Buffer.of(2), context())),
    ]);
    expect(large).to.include({ entry: "INTERNAL" });
    expect(other).to.include({ replayed: false });
    expect(await outcome(dispatch.call(GET, Buffer.of(2), context()))).to.include({ entry: "INTERNAL" });
  });
});
