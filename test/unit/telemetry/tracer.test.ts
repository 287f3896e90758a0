// What is recorded, and for whom the running code works. The spans are those of the SDK; nothing is sent.
import { setTimeout as sleep } from "node:timers/promises";
import { type Span as SdkSpan, SpanStatusCode } from "@opentelemetry/api";
import { expect } from "chai";
import { openOtlp } from "../../../src/telemetry/otlp.ts";
import { type SpanStart, Tracer, type TracerOptions } from "../../../src/telemetry/tracer.ts";

const request: SpanStart = { name: "request", kind: "server" };
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = (flags: string): string => `00-${traceId}-00f067aa0ba902b7-${flags}`;

describe("a tracer", () => {
  const sdk = openOtlp({
    endpoint: "http://127.0.0.1:9/v1/traces",
    caFile: undefined,
    resource: {},
    onLost: () => undefined,
  });
  after(() => sdk.close().catch(() => undefined));
  /** The names of ended spans, in the order of their ends, and the statuses of those that failed. */
  let ended: string[];
  let statuses: number[];
  /** The attributes of each started span. */
  let attributes: unknown[];
  beforeEach(() => {
    ended = [];
    statuses = [];
    attributes = [];
  });
  const observed: typeof sdk.start = (span, parent) => {
    const started = sdk.start(span, parent) as SdkSpan & { readonly attributes: object };
    attributes.push(started.attributes);
    const end = started.end.bind(started);
    const setStatus = started.setStatus.bind(started);
    started.end = (at) => {
      ended.push(span.name);
      end(at);
    };
    started.setStatus = (status) => {
      statuses.push(status.code);
      return setStatus(status);
    };
    return started;
  };
  const tracer = (options: Partial<TracerOptions> = {}): Tracer =>
    new Tracer({
      source: { start: observed, contextOf: sdk.contextOf },
      sampleRatio: 0.25,
      trustCallers: false,
      ...options,
    });
  const always = () => 0.2499;
  const never = () => 0.25;

  it("continues the trace of a caller, and lets only the ratio decide whether it is recorded", () => {
    for (const flags of ["00", "01"]) {
      expect(tracer({ random: always }).ofCaller(request, traceparent(flags))?.traceId).to.equal(traceId);
      expect(tracer({ random: never }).ofCaller(request, traceparent(flags))).to.equal(undefined);
    }
    const span = tracer({ random: always }).ofCaller(request, traceparent("00"));
    expect(span?.traceparent).to.match(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(span?.traceparent).to.not.equal(traceparent("01"));
  });

  it("begins a trace of its own when the caller's context is none", () => {
    const wrong = [
      undefined,
      "",
      ["a", "b"],
      `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
      `00-${traceId}-00f067aa0ba902b7-01-more`,
      `ff-${traceId}-00f067aa0ba902b7-01`,
      traceparent("01").toUpperCase(),
    ];
    for (const given of wrong) {
      const span = tracer({ random: always }).ofCaller(request, given);
      expect(span?.traceId, String(given)).to.match(/^[0-9a-f]{32}$/);
      expect(span?.traceId).to.not.equal(traceId);
    }
  });

  it("follows the flag of a caller that is trusted, and the ratio when that says nothing", () => {
    const trusting = (random: () => number) => tracer({ trustCallers: true, random });
    expect(trusting(never).ofCaller(request, traceparent("01"))?.traceId).to.equal(traceId);
    expect(trusting(always).ofCaller(request, traceparent("00"))).to.equal(undefined);
    expect(trusting(never).ofCaller(request, undefined)).to.equal(undefined);
    expect(trusting(always).ofCaller(request, undefined)).to.not.equal(undefined);
  });

  it("records nothing at 0 and everything at 1", () => {
    const traces = (sampleRatio: number) =>
      Array.from({ length: 200 }, () => tracer({ sampleRatio }).ofOwnWork(request) !== undefined);
    expect(traces(0)).to.not.include(true);
    expect(traces(1)).to.not.include(false);
  });

  it("records a call from a tier exactly when the tier records it", () => {
    expect(tracer({ random: never }).ofTier(request, traceparent("01"))?.traceId).to.equal(traceId);
    expect(tracer({ random: always }).ofTier(request, traceparent("00"))).to.equal(undefined);
    expect(tracer({ random: always }).ofTier(request, undefined)).to.equal(undefined);
  });

  it("gives each span of the running code a child, and ends it with the work", async () => {
    const made = tracer({ random: always });
    const [one, two] = [made.ofOwnWork(request), made.ofOwnWork(request)];
    if (!one || !two) throw new Error("nothing was recorded");
    const traces = await made.within([one, two], () =>
      made.inChildren(made.current() ?? [], { name: "work", kind: "client" }, async (first) => {
        await sleep(1);
        expect(made.current()?.[0]).to.equal(first);
        return made.current()?.map((span) => span.traceId);
      }),
    );
    expect(traces).to.deep.equal([one.traceId, two.traceId]);
    expect(ended).to.deep.equal(["work", "work"]);
    expect(made.current()).to.equal(undefined);
  });

  it("leaves out spans that have ended, so that what a request has left behind belongs to nobody", async () => {
    const made = tracer({ random: always });
    let left: Promise<unknown> | undefined;
    await made.run(made.ofOwnWork(request), async () => {
      expect(made.current()).to.have.length(1);
      left = sleep(5).then(() => made.current());
    });
    expect(await left).to.equal(undefined);
  });

  it("runs work that is not recorded for no span, also inside of work that is", async () => {
    const made = tracer({ random: always });
    await made.run(made.ofOwnWork(request), () =>
      made.run(undefined, async () => expect(made.current()).to.equal(undefined)),
    );
  });

  it("notes the first failure only, by its code", async () => {
    const made = tracer({ random: always });
    const refused = Object.assign(new Error("amount 12.50 of Ada"), { code: "23505" });
    await made.run(made.ofOwnWork(request), () => Promise.reject(refused)).catch(() => undefined);
    expect(statuses).to.deep.equal([SpanStatusCode.ERROR]);
    expect(attributes.at(-1)).to.deep.equal({ "error.type": "23505" });
    const span = made.ofOwnWork(request);
    await made
      .run(span, async () => {
        span?.fail("NOT_FOUND", false);
        throw refused;
      })
      .catch(() => undefined);
    expect(statuses).to.deep.equal([SpanStatusCode.ERROR]);
    expect(attributes.at(-1)).to.deep.equal({ "error.type": "NOT_FOUND" });
  });

  describe("of a round", () => {
    const transaction = (made: Tracer) =>
      made.inChildren(made.current() ?? [], { name: "transaction", kind: "client" }, async () => undefined);

    it("exports nothing when the round has found no work", async () => {
      const made = tracer({ random: always });
      expect(await made.round("settle", async () => (await transaction(made), 7))).to.equal(7);
      expect(ended).to.deep.equal([]);
    });

    it("exports all of it when it has found work", async () => {
      const made = tracer({ random: always });
      await made.round("settle", async () => {
        await transaction(made);
        for (const span of made.current() ?? []) span.keep();
        expect(ended).to.deep.equal(["transaction"]);
        await transaction(made);
      });
      expect(ended).to.deep.equal(["transaction", "transaction", "round settle"]);
    });

    it("exports all of it when it fails", async () => {
      const made = tracer({ random: always });
      const failing = made.round("settle", async () => {
        await transaction(made);
        throw new Error("the network is away");
      });
      expect(await failing.catch((error: Error) => error.message)).to.equal("the network is away");
      expect(ended).to.deep.equal(["transaction", "round settle"]);
      expect(statuses).to.deep.equal([SpanStatusCode.ERROR]);
    });

    it("records nothing when the ratio leaves it out", async () => {
      const made = tracer({ random: never });
      await made.round("settle", async () => expect(made.current()).to.equal(undefined));
      expect(ended).to.deep.equal([]);
    });
  });
});
