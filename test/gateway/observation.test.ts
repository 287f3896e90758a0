import { expect } from "chai";
import { got, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { Rig } from "./support/rig.ts";

describe("what can be observed of a request", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start();
    rig.core.on("GetPayment", got);
  });
  after(() => rig[Symbol.asyncDispose]());

  const lineOf = async (requestId: string) => {
    for (;;) {
      const lines = rig.lines.filter((line) => line.requestId === requestId);
      if (lines.some(({ msg }) => msg === "request")) return lines;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it("is one line: id, method, route pattern, status, duration, caller", async () => {
    const token = rig.allow("very-secret-token", { credentialId: "key_1" });
    await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, { token, headers: { "x-request-id": "line-1" } });
    const [line, ...more] = await lineOf("line-1");
    expect(more).to.deep.equal([]);
    expect(line).to.deep.include({
      level: "info",
      tier: "gateway",
      method: "GET",
      route: "/api/v1/payments/{paymentId}",
      status: 200,
      caller: "merchant",
      credentialId: "key_1",
    });
    expect(line?.ms).to.be.a("number");
  });

  it("says why it was refused", async () => {
    await rig.ask("/api/v1/payments", { body: paymentBody, headers: { "x-request-id": "line-2" } });
    expect((await lineOf("line-2"))[0]).to.include({
      status: 401,
      error: "UNAUTHENTICATED",
      reason: "CREDENTIAL_MISSING",
    });
  });

  it("is never its headers, its body, its query or its raw path", async () => {
    const token = rig.allow("another-secret-token", { credentialId: "key_2" });
    await rig.ask("/api/v1/payments?colour=in-the-query", {
      token,
      headers: { "x-request-id": "line-3", "x-personal": "in-a-header" },
    });
    await rig.ask("/api/v1/payments", {
      token,
      body: { note: "in-the-body" },
      headers: { "x-request-id": "line-4" },
    });
    await rig.ask("/in-the-path", { headers: { "x-request-id": "line-5" } });
    for (const id of ["line-3", "line-4", "line-5"]) await lineOf(id);
    const text = JSON.stringify(rig.lines);
    for (const part of ["secret-token", "in-the-query", "in-a-header", "in-the-body", "in-the-path"]) {
      expect(text).to.not.contain(part);
    }
  });

  it("is counted by route pattern and status, refusals by their reason", async () => {
    await rig.ask("/some/unknown/path");
    const metrics = await (await fetch(`http://127.0.0.1:${rig.gateway.metricsPort}/metrics`)).text();
    expect(metrics).to.match(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/payments\/\{paymentId\}",status="200"\} [1-9]/,
    );
    expect(metrics).to.match(
      /http_request_duration_seconds_count\{method="GET",route="unknown",status="404"\} [1-9]/,
    );
    expect(metrics).to.match(/requests_refused_total\{reason="ROUTE_NOT_FOUND"\} [1-9]/);
    expect(metrics).to.match(
      /rpc_client_duration_seconds_count\{method="\/pda\.payment\.v1\.PaymentService\/GetPayment",code="ok"\} [1-9]/,
    );
    expect(metrics).to.match(/http_requests_in_flight 0/);
    expect(metrics).to.match(/tier_certificate_not_after_seconds \d{10}/);
    expect(metrics).to.not.contain("some/unknown");
  });
});
