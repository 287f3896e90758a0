// Whose word counts when the core decides whether to record a call.
import { expect } from "chai";
import { servedSpan } from "../../../src/rpc/trace.ts";
import { openOtlp } from "../../../src/telemetry/otlp.ts";
import { Tracer } from "../../../src/telemetry/tracer.ts";

describe("the span of a call that the core serves", () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const context = { requestId: "req-1", traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const source = openOtlp({
    endpoint: "http://127.0.0.1:9/v1/traces",
    caFile: undefined,
    resource: {},
    onLost: () => undefined,
  });
  after(() => source.close().catch(() => undefined));
  const spanOf = (peer: string, sampleRatio: number, given: { requestId: string; traceparent?: string }) => {
    const tracer = new Tracer({ source, sampleRatio, trustCallers: false });
    return servedSpan(tracer, "/pda.payment.v1.PaymentService/CreatePayment", { peer }, given);
  };

  it("is recorded when the gateway records the request, and only then", () => {
    expect(spanOf("gateway", 0, context)?.traceId).to.equal(traceId);
    expect(spanOf("gateway", 1, { requestId: "req-1" })).to.equal(undefined);
  });

  it("of an internal service is recorded by the ratio, whatever the service asks for", () => {
    expect(spanOf("service", 0, context)).to.equal(undefined);
    expect(spanOf("service", 1, context)?.traceId).to.equal(traceId);
    expect(spanOf("service", 1, { requestId: "req-1" })).to.not.equal(undefined);
  });
});
