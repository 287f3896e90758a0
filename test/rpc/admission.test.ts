// What one caller may have of a core at once, and for how long a core keeps an answer that nobody takes.
import { constants } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { DispatchRequest } from "../../gen/ts/pda/dispatch/v1/dispatch_service.ts";
import { until } from "../../src/platform/process-table.ts";
import { dispatchPath } from "../../src/rpc/dispatch/limits.ts";
import { TRUST_DOMAIN } from "../gateway/support/rig.ts";
import { framed, type RawCall, RawCaller } from "./support/raw-caller.ts";
import { GET } from "./support/scene.ts";
import { callStream, KEY, Served } from "./support/served.ts";

const answerBytes = 100_000;
const takenWithinMs = 1_500;
const key = ["authorization", `Bearer ${KEY}`];

describe("a core's port", function () {
  this.timeout(60_000);
  let core: Served;
  beforeEach(async () => {
    core = await Served.start(takenWithinMs);
    core.answer = () => Buffer.alloc(answerBytes);
  });
  afterEach(() => core[Symbol.asyncDispose]());

  const many = (caller: RawCaller, count: number): RawCall[] =>
    Array.from({ length: count }, () => caller.call(GET));
  const closed = async (calls: readonly RawCall[]): Promise<number[]> => [
    ...new Set(await Promise.all(calls.map((call) => call.closed))),
  ];
  /** What it comes to: at least so much, and then no more for a while. */
  const settled = async (count: () => number, least: number): Promise<number> => {
    await until(() => count() >= least, 20_000);
    await sleep(500);
    return count();
  };

  describe("to a caller that takes nothing", () => {
    beforeEach(async () => {
      await core[Symbol.asyncDispose]();
      core = await Served.start(60_000);
      core.answer = () => Buffer.alloc(answerBytes);
    });

    it("gives 32 answers on one connection and 64 on all of them, and others what they ask for", async () => {
      const hog = await core.service("hog");
      using first = new RawCaller(core.address, hog, 0);
      await first.ready;
      many(first, 1_500);
      expect(await settled(() => core.calls.length, 32)).to.equal(32);
      using second = new RawCaller(core.address, hog, 0);
      using third = new RawCaller(core.address, hog, 0);
      await Promise.all([second.ready, third.ready]);
      many(second, 100);
      many(third, 100);
      expect(await settled(() => core.calls.length, 64)).to.equal(64);

      using other = new RawCaller(core.address, await core.service("other"));
      for (let count = 0; count < 100; count += 1) {
        const call = other.call(GET).take();
        expect(await call.closed).to.equal(constants.NGHTTP2_NO_ERROR);
        expect([call.grpcStatus, call.answer.length]).to.deep.equal([status.OK, 5 + answerBytes]);
      }
    });

    it("begins what waits as answers are taken or given up, each in its turn", async () => {
      using slow = new RawCaller(core.address, await core.service("slow"), 0);
      await slow.ready;
      const calls = many(slow, 120);
      expect(await settled(() => core.calls.length, 32)).to.equal(32);
      calls[0]?.stream.close(constants.NGHTTP2_CANCEL);
      calls[100]?.stream.close(constants.NGHTTP2_CANCEL);
      expect(await settled(() => core.calls.length, 33)).to.equal(33);
      slow.session.setLocalWindowSize(10_000_000);
      slow.session.settings({ initialWindowSize: 1_000_000 });
      for (const call of calls) call.take();
      await closed(calls);
      expect(core.calls.length).to.equal(119);
      expect(calls.filter((call) => call.grpcStatus === status.OK).length).to.equal(118);
    });

    it("tells how many calls a connection may have: 128, and the gateway's more", async () => {
      using caller = new RawCaller(core.address, await core.service("till"));
      expect((await caller.ready).maxConcurrentStreams).to.equal(128);
      using gateway = new RawCaller(core.address, await core.certificate(`spiffe://${TRUST_DOMAIN}/gateway`));
      let allowed = 0;
      gateway.session.on("remoteSettings", ({ maxConcurrentStreams = 0 }) => {
        allowed = maxConcurrentStreams;
      });
      expect(await until(() => allowed === 10_000, 5_000), String(allowed)).to.equal(true);
    });

    it("refuses more than that before it does anything, in a way that lets them be repeated", async () => {
      using rude = new RawCaller(core.address, await core.service("rude"), 0);
      const calls = await new Promise<RawCall[]>((resolve) =>
        // What the core allows is not known yet.
        rude.session.once("connect", () => resolve(many(rude, 300))),
      );
      const codes: number[] = [];
      for (const call of calls) void call.closed.then((code) => codes.push(code));
      expect(await settled(() => codes.length, 300 - 128)).to.equal(300 - 128);
      expect([...new Set(codes)]).to.deep.equal([constants.NGHTTP2_REFUSED_STREAM]);
      expect(core.calls.length).to.equal(32);
    });
  });

  it("begins no calls of the gateway's stream above 64 MiB of answers that are not taken", async () => {
    await core[Symbol.asyncDispose]();
    core = await Served.start(60_000);
    core.answer = () => Buffer.alloc(1_048_576);
    const gateway = await core.certificate(`spiffe://${TRUST_DOMAIN}/gateway`);
    using frozen = new RawCaller(core.address, gateway, 0);
    await frozen.ready;
    const stream = frozen.begin(dispatchPath);
    send(stream, 0, 90);
    expect(await settled(() => core.calls.length, 90)).to.equal(90);
    send(stream, 90, 100);
    expect(await settled(() => core.calls.length, 90)).to.equal(90);
  });

  it("cuts calls whose answers are not taken, and only these", async () => {
    using caller = new RawCaller(core.address, await core.service("mixed"), 0);
    await caller.ready;
    const left = many(caller, 40);
    using other = new RawCaller(core.address, await core.service("other"));
    const end = Date.now() + 2 * takenWithinMs;
    while (Date.now() < end) {
      const call = other.call(GET).take();
      await call.closed;
      expect(call.grpcStatus).to.equal(status.OK);
    }
    expect(await closed(left)).to.deep.equal([constants.NGHTTP2_ENHANCE_YOUR_CALM]);
    expect(
      core.calls.filter(({ caller: { principal } }) => principal.credentialId.endsWith("/mixed")),
    ).to.have.length(40);
    expect(core.log.map(({ msg, caller: who }) => [msg, who])[0]).to.deep.equal([
      "answers not taken: calls cut",
      `spiffe://${TRUST_DOMAIN}/service/mixed`,
    ]);
    expect(caller.session.destroyed).to.equal(false);
  });

  it("does not cut a call that is worked on for long, and whose answer is then taken", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    core.answer = async () => {
      await promise;
      return Buffer.alloc(answerBytes);
    };
    using caller = new RawCaller(core.address, await core.service("patient"));
    await caller.ready;
    const call = caller.call(GET).take();
    await sleep(2 * takenWithinMs);
    resolve();
    expect(await call.closed).to.equal(constants.NGHTTP2_NO_ERROR);
    expect(call.answer.length).to.equal(5 + answerBytes);
  });

  it("cuts a stream of calls whose caller takes nothing, long before it would be idle", async () => {
    using caller = new RawCaller(core.address, await core.service("issuer"), 0);
    await caller.ready;
    const stream = caller.begin(callStream, key);
    stream.stream.write(framed(new Uint8Array()));
    expect(await stream.closed).to.equal(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(core.calls).to.have.length(1);
  });

  it("cuts the gateway's stream when nothing of it is taken, and not while it is", async () => {
    const gateway = await core.certificate(`spiffe://${TRUST_DOMAIN}/gateway`);
    using frozen = new RawCaller(core.address, gateway, 0);
    await frozen.ready;
    using alive = new RawCaller(core.address, gateway, 16_000);
    await alive.ready;
    const cut = frozen.begin(dispatchPath);
    const kept = alive.begin(dispatchPath).take();
    let id = 0;
    core.answer = () => Buffer.alloc(20_000);
    const asking = setInterval(() => send(kept, id++, 1), 50);
    expect(await cut.closed).to.equal(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    await sleep(2 * takenWithinMs);
    clearInterval(asking);
    expect(kept.stream.closed).to.equal(false);
    expect(core.calls.length).to.be.above(10);
  });
});

/** Asks for so many payments on a dispatch stream. */
function send({ stream }: RawCall, from: number, count: number): void {
  const first = from === 0 ? { methods: [GET], principals: [{ slot: 0, principal }] } : {};
  const calls = Array.from({ length: count }, (_, nth) => ({
    id: from + nth,
    method: 0,
    principal: 0,
    requestId: "r",
    timeoutMs: 0,
    request: Buffer.alloc(0),
  }));
  stream.write(framed(DispatchRequest.encode(DispatchRequest.fromPartial({ ...first, calls })).finish()));
}

const principal = Principal.fromPartial({
  kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR,
  credentialId: "key_1",
});
