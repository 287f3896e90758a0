import { expect } from "chai";
import type { Metrics } from "../../../src/platform/process-set/messages.ts";
import { MemberMetrics } from "../../../src/platform/process-set/metrics.ts";
import { auditLogChanged, countProcess, metricsRegistry } from "../../../src/telemetry.ts";

describe("metrics of several processes", () => {
  after(() => auditLogChanged.reset());

  it("say 1 when the audit log was changed, however many processes see it", async () => {
    const ofProcess = async (value: number) => {
      auditLogChanged.set(value);
      return metricsRegistry.getMetricsAsJSON();
    };
    const shown = async (...values: number[]) => {
      const present = [];
      for (const value of values) present.push(await ofProcess(value));
      const all = await new MemberMetrics().all(present, { ready: values.length, wanted: values.length });
      return all.find(({ name }) => name === "audit_log_changed")?.values.map(({ value }) => value);
    };
    expect(await shown(0, 0)).to.deep.equal([0]);
    expect(await shown(1, 0)).to.deep.equal([1]);
    expect(await shown(1, 1, 1)).to.deep.equal([1]);
  });

  it("show the process that is worst off, and how many ended by themselves", async () => {
    countProcess();
    const own = await metricsRegistry.getMetricsAsJSON();
    const other = structuredClone(own);
    const valueOf = (all: Metrics, name: string) => all.find((each) => each.name === name)?.values[0]?.value;
    for (const { name, values } of other)
      for (const value of values)
        if (name === "nodejs_eventloop_lag_p99_seconds") value.value = 7;
        else if (name === "process_open_fds") value.value = 900_000;
    const members = new MemberMetrics();
    members.fell();
    members.fell();
    const all = await members.all([own, other], { ready: 2, wanted: 2 });
    expect(valueOf(all, "nodejs_eventloop_lag_p99_seconds")).to.equal(7);
    expect(valueOf(all, "process_open_fds")).to.equal(900_000);
    expect(valueOf(all, "process_max_fds")).to.equal(valueOf(own, "process_max_fds"));
    expect(valueOf(all, "tier_process_ends_total")).to.equal(2);
  });

  it("show when their supervisor began, once and for good, and not when its processes did", async () => {
    countProcess();
    const own = await metricsRegistry.getMetricsAsJSON();
    const members = new MemberMetrics();
    const startOf = async (present: Metrics[]) =>
      (await members.all(present, { ready: 1, wanted: 1 }))
        .filter(({ name }) => name === "process_start_time_seconds")
        .flatMap(({ values }) => values.map(({ value }) => value));
    const [start, ...others] = await startOf([own]);
    expect(others).to.deep.equal([]);
    expect(start).to.be.closeTo(Date.now() / 1000 - process.uptime(), 2);
    const later = structuredClone(own);
    for (const { name, values } of later)
      for (const value of values) if (name === "process_start_time_seconds") value.value += 100;
    expect(await startOf([own, later])).to.deep.equal([start]);
    expect(await startOf([later])).to.deep.equal([start]);
  });
});
