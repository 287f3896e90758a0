import { expect } from "chai";
import * as fc from "fast-check";
import { AggregatorRegistry, Histogram, Registry } from "prom-client";
import { Durations } from "../../../src/telemetry/durations.ts";

const options = {
  name: "work_seconds",
  help: "Work",
  labelNames: ["method", "status"] as const,
  buckets: [0.001, 0.01, 0.1, 1],
};

/** prom-client's own histogram is the judge. */
function both() {
  const ours = new Registry();
  const theirs = new Registry();
  return {
    ours,
    theirs,
    durations: new Durations({ ...options, registers: [ours] }),
    histogram: new Histogram({ ...options, buckets: [...options.buckets], registers: [theirs] }),
  };
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => {
      const [, name, labels, value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
      return name ? `${name} ${labels?.split(",").sort().join()} ${value}` : line;
    })
    .sort();

describe("durations", () => {
  it("show what a histogram of prom-client shows of the same observations", async () => {
    const observation = fc.record({
      method: fc.constantFrom("GET", "POST", 'a "quoted"\\ one'),
      status: fc.constantFrom<string | number>(200, 404, "aborted"),
      seconds: fc.oneof(fc.constantFrom(0, ...options.buckets), fc.double({ min: 0, max: 3, noNaN: true })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(observation), async (observations) => {
        const { ours, theirs, durations, histogram } = both();
        for (const { seconds, ...labels } of observations) {
          durations.observe(labels, seconds);
          histogram.observe(labels, seconds);
        }
        expect(lines(await ours.metrics())).to.deep.equal(lines(await theirs.metrics()));
      }),
    );
  });

  it("are one series for a status as a number and as a text, however they are observed", async () => {
    const { durations, ours } = both();
    durations.observe({ method: "GET", status: 200 }, 0.5);
    durations.labels("GET", "200").observe(0.5);
    durations.startTimer({ method: "GET" })({ status: "200" });
    expect(await ours.metrics()).to.contain('work_seconds_count{method="GET",status="200"} 3');
    durations.reset();
    expect(await ours.metrics()).to.not.contain("work_seconds_count{");
  });

  it("of several processes add up", async () => {
    const all = [both(), both()];
    for (const { durations } of all) durations.observe({ method: "GET", status: 200 }, 0.005);
    const sum = AggregatorRegistry.aggregate(
      await Promise.all(all.map(({ ours }) => ours.getMetricsAsJSON())),
    );
    const text = await sum.metrics();
    expect(text).to.match(/work_seconds_bucket\{.*le="0.01".*\} 2/);
    expect(text).to.match(/work_seconds_count\{.*\} 2/);
  });
});
