import { expect } from "chai";
import { MemberMetrics } from "../../../src/platform/process-set/metrics.ts";
import { auditLogChanged, metricsRegistry } from "../../../src/telemetry.ts";

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
});
