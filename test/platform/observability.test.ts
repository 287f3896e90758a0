import { request } from "node:http";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { register } from "prom-client";
import { logger } from "../../src/logger.ts";
import { httpRequestDuration, rpcServerDuration, serveMetrics } from "../../src/telemetry.ts";

function captured() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, destination };
}

function get(port: number, path: string, method = "GET"): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, path, method, agent: false }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

describe("logs", () => {
  it("are JSON lines with time, level, tier and request id", () => {
    const { lines, destination } = captured();
    logger("core", { destination }).child({ requestId: "req-1" }).info({ paymentId: "pay_1" }, "created");
    const line = JSON.parse(lines[0] as string);
    expect(line).to.include({
      level: "info",
      tier: "core",
      requestId: "req-1",
      paymentId: "pay_1",
      msg: "created",
    });
    expect(new Date(line.time).toISOString()).to.equal(line.time);
  });

  it("never hold credentials or keys", () => {
    const { lines, destination } = captured();
    const secrets = {
      authorization: "S3",
      cookie: "S3",
      password: "S3",
      apiKey: "S3",
      privateKey: "S3",
      key: "S3",
      token: "S3",
      secret: "S3",
    };
    const log = logger("gateway", { destination });
    log.info(secrets, "at the top");
    log.info({ headers: { ...secrets, "idempotency-key": "S3" } }, "one level down");
    log.info({ request: { headers: secrets } }, "two levels down");
    expect(lines).to.have.lengthOf(3);
    expect(lines.join("")).to.not.contain("S3");
    expect(lines.join("")).to.contain("[redacted]");
  });

  it("leave out what is below the level", () => {
    const { lines, destination } = captured();
    logger("core", { destination, level: "warn" }).info("quiet");
    expect(lines).to.deep.equal([]);
  });
});

describe("logs of an outage", () => {
  const away = (text = "connect ECONNREFUSED 127.0.0.1:5432") =>
    Object.assign(new Error(`${text}\nand more`), { code: "ECONNREFUSED" });
  const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line));

  it("have the first of foreseen trouble on one line without its stack, then how many more there were", async () => {
    const { lines, destination } = captured();
    const log = logger("core", { destination, quietMs: 20 });
    for (let call = 0; call < 100; call += 1) log.warn({ err: away(), requestId: `req_${call}` }, "away");
    log.child({ requestId: "req_other" }).warn({ err: new Error("full") }, "something else");
    expect(lines, "another trouble is not counted with it").to.have.lengthOf(2);
    while (lines.length < 3) await sleep(5);
    const [first, other, summary] = parsed(lines);
    expect(first).to.include({
      level: "warn",
      code: "ECONNREFUSED",
      cause: "connect ECONNREFUSED 127.0.0.1:5432",
      requestId: "req_0",
      msg: "away",
    });
    expect(other).to.include({ cause: "full", requestId: "req_other" });
    expect(summary).to.include({ level: "warn", code: "ECONNREFUSED", more: 99, seconds: 0.02, msg: "away" });
    expect(summary).to.not.have.property("requestId");
    expect(lines.join("")).to.not.contain("stack").and.to.not.contain("and more");
    await sleep(100);
    log.warn({ err: away(), requestId: "req_late" }, "away");
    expect(parsed(lines).at(-1), "after a quiet time it is told anew").to.include({ requestId: "req_late" });
  });

  it("have every one at the level debug, and the stack of what was not foreseen", () => {
    const { lines, destination } = captured();
    const log = logger("core", { destination, level: "debug" });
    for (let call = 0; call < 3; call += 1) log.warn({ err: away() }, "away");
    expect(lines).to.have.lengthOf(3);
    log.error({ err: new Error("a defect") }, "unexpected");
    expect(JSON.parse(lines[3] as string).err.stack).to.contain("observability.test.ts");
  });
});

describe("metrics and probes", () => {
  it("answer on the loopback interface with the metrics of this process", async () => {
    await using server = await serveMetrics({ port: 0, ready: () => true });
    rpcServerDuration.observe({ method: "/pda.payment.v1.PaymentService/GetPayment", code: "ok" }, 0.01);
    httpRequestDuration.observe(
      { method: "GET", route: "/api/v1/payments/{paymentId}", status: "200" },
      0.02,
    );
    const { status, body } = await get(server.port, "/metrics");
    expect(status).to.equal(200);
    expect(body).to.contain(
      'rpc_server_duration_seconds_count{method="/pda.payment.v1.PaymentService/GetPayment",code="ok"}',
    );
    expect(body).to.contain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/payments/{paymentId}",status="200"}',
    );
    expect(body).to.contain("process_cpu_seconds_total");
    expect(server.host).to.equal("127.0.0.1");
    expect(await register.metrics()).to.equal("\n");
  });

  it("tell alive from ready, and take a failing check as not ready", async () => {
    let ready: () => boolean = () => false;
    await using server = await serveMetrics({ port: 0, ready: () => ready() });
    expect(await get(server.port, "/healthz")).to.deep.equal({ status: 200, body: "ok\n" });
    expect((await get(server.port, "/readyz")).status).to.equal(503);
    expect((await get(server.port, "/metrics")).body).to.match(/^tier_ready 0$/m);
    ready = () => true;
    expect((await get(server.port, "/readyz")).status).to.equal(200);
    expect((await get(server.port, "/metrics")).body).to.match(/^tier_ready 1$/m);
    ready = () => {
      throw new Error("down");
    };
    expect((await get(server.port, "/readyz")).status).to.equal(503);
    expect((await get(server.port, "/other")).status).to.equal(404);
    expect((await get(server.port, "/metrics", "POST")).status).to.equal(405);
  });
});
