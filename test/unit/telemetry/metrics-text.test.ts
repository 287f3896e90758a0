import { expect } from "chai";
import { Counter, Gauge, Registry } from "prom-client";
import { MemberMetrics } from "../../../src/platform/process-set/metrics.ts";
import { Durations } from "../../../src/telemetry/durations.ts";
import { formatFor, metricsText } from "../../../src/telemetry/metrics-text.ts";

const trace = (letter: string) => ({ traceId: letter.repeat(32) });

function process() {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({ name: "calls_total", help: "Calls", labelNames: ["code"], registers });
  const gauge = new Gauge({ name: "open", help: "Open calls", registers });
  const durations = new Durations({
    name: "call_seconds",
    help: "Duration",
    labelNames: ["code"] as const,
    buckets: [0.1, 1],
    registers,
  });
  return { registry, counter, gauge, durations };
}

describe("the text of metrics", () => {
  it("is OpenMetrics only for readers that ask for it", () => {
    const prometheus =
      "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
    expect(formatFor(prometheus)).to.equal(Registry.OPENMETRICS_CONTENT_TYPE);
    for (const accept of [undefined, "*/*", "text/plain;version=0.0.4", "application/openmetrics-text2"])
      expect(formatFor(accept)).to.equal(Registry.PROMETHEUS_CONTENT_TYPE);
  });

  it("has exemplars of what a trace has recorded, in OpenMetrics", async () => {
    const { registry, counter, gauge, durations } = process();
    counter.inc({ code: "ok" }, 2);
    gauge.set(3);
    durations.observe({ code: "ok" }, 0.5, trace("a"));
    durations.observe({ code: "ok" }, 0.6, trace("b"));
    durations.observe({ code: "ok" }, 0.7);
    durations.observe({ code: "ok" }, 0.05);
    const text = await metricsText(await registry.getMetricsAsJSON(), Registry.OPENMETRICS_CONTENT_TYPE);
    expect(text.replace(/(# \{.*\} \S+) [\d.]+$/m, "$1 <time>").split("\n")).to.deep.equal([
      "# HELP calls Calls",
      "# TYPE calls counter",
      'calls_total{code="ok"} 2',
      "# HELP open Open calls",
      "# TYPE open gauge",
      "open 3",
      "# HELP call_seconds Duration",
      "# TYPE call_seconds histogram",
      'call_seconds_bucket{le="0.1",code="ok"} 1',
      `call_seconds_bucket{le="1",code="ok"} 4 # {trace_id="${"b".repeat(32)}"} 0.6 <time>`,
      'call_seconds_bucket{le="+Inf",code="ok"} 4',
      'call_seconds_sum{code="ok"} 1.85',
      'call_seconds_count{code="ok"} 4',
      "# EOF",
      "",
    ]);
  });

  it("is what the registry itself writes, in Prometheus text, also after OpenMetrics was asked for", async () => {
    const { registry, counter, durations } = process();
    counter.inc({ code: "ok" });
    durations.observe({ code: "ok" }, 0.5, trace("a"));
    await metricsText(await registry.getMetricsAsJSON(), Registry.OPENMETRICS_CONTENT_TYPE);
    const text = await metricsText(await registry.getMetricsAsJSON(), Registry.PROMETHEUS_CONTENT_TYPE);
    expect(text).to.equal(await registry.metrics());
    expect(text).to.include('calls_total{code="ok"} 1\n').and.not.include("trace_id");
  });

  it("has the newest exemplar of several processes", async () => {
    const [one, two] = [process(), process()];
    one.durations.observe({ code: "ok" }, 0.5, trace("a"));
    two.durations.observe({ code: "ok" }, 0.6);
    const all = async () => {
      const present = await Promise.all([one, two].map(({ registry }) => registry.getMetricsAsJSON()));
      const metrics = await new MemberMetrics().all(present, { ready: 2, wanted: 2 });
      return metricsText(metrics, Registry.OPENMETRICS_CONTENT_TYPE);
    };
    expect(await all()).to.match(/_bucket\{le="1",code="ok"\} 2 # \{trace_id="a{32}"\} 0\.5 /);
    await new Promise((later) => setTimeout(later, 5));
    two.durations.observe({ code: "ok" }, 0.7, trace("b"));
    expect(await all()).to.match(/_bucket\{le="1",code="ok"\} 3 # \{trace_id="b{32}"\} 0\.7 /);
  });
});
