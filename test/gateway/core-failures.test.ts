import { once } from "node:events";
import { status as grpc } from "@grpc/grpc-js";
import { expect } from "chai";
import { created, got, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig, tierMaterial } from "./support/rig.ts";
import { GrpcError, type Seen, TestCore } from "./support/test-core.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;

describe("a core that fails", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start({
      config: { gateway: { deadlineMsMax: 1500, rate: { anonymousRequestsPerSecond: 100_000 } } },
    });
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    rig.lines.length = 0;
    token = rig.allow("good");
  });

  const foreign: [grpc, number, string][] = [
    [grpc.UNAVAILABLE, 503, "SVC-5030"],
    [grpc.DEADLINE_EXCEEDED, 504, "SVC-5040"],
    [grpc.RESOURCE_EXHAUSTED, 500, "SVC-5000"],
    [grpc.UNKNOWN, 500, "SVC-5000"],
    [grpc.INTERNAL, 500, "SVC-5000"],
    [grpc.UNIMPLEMENTED, 500, "SVC-5000"],
    [grpc.UNAUTHENTICATED, 500, "SVC-5000"],
    [grpc.NOT_FOUND, 500, "SVC-5000"],
    [grpc.CANCELLED, 500, "SVC-5000"],
  ];
  // Such errors come from what is between, which passes unary calls.
  describe("by unary calls", () => {
    let alone: Rig;
    before(async () => {
      alone = await Rig.start({ config: { gateway: { dispatch: "off" } } });
      alone.allow("good");
    });
    after(() => alone[Symbol.asyncDispose]());

    for (const [code, status, errorCode] of foreign) {
      it(`with ${grpc[code]} and no description of ours is ${status} without its text, which is in the log`, async () => {
        alone.core.on("GetPayment", () => new GrpcError(code, "password=hunter2 in stack"));
        const reply = await alone.ask(path, { token, headers: { "x-request-id": `id-${code}` } });
        expect([reply.status, reply.json.errorCode]).to.deep.equal([status, errorCode]);
        expect(reply.text).to.not.contain("hunter2");
        if (status === 504) return;
        const logged = alone.lines.find(
          ({ requestId, err, cause }) => requestId === `id-${code}` && (err ?? cause) !== undefined,
        );
        expect(JSON.stringify(logged)).to.contain("hunter2");
      });
    }
  });

  it("with bytes that are no answer is 500", async () => {
    for (const answer of [Buffer.from([0xff, 0xff]), new Uint8Array()]) {
      rig.core.on("GetPayment", () => answer);
      expect((await rig.ask(path, { token })).json.errorCode).to.equal("SVC-5000");
    }
  });

  it("by not answering is 504 at the deadline, and the call is cancelled", async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    rig.core.on("GetPayment", ({ signal }) => {
      signal.addEventListener("abort", () => resolve());
      return new Promise<never>(() => undefined);
    });
    const { status, headers, json } = await rig.ask(path, { token, headers: { "request-timeout": "0.2" } });
    expect([status, json.errorCode]).to.deep.equal([504, "SVC-5040"]);
    expect(headers["retry-after"]).to.equal("1");
    await stopped;
  });

  it("slowly is waited for until the longest deadline and no longer", async () => {
    rig.core.on("GetPayment", () => new Promise<never>(() => undefined));
    expect((await rig.ask(path, { token })).json.errorCode).to.equal("SVC-5040");
  });

  it("has its call cancelled when the caller goes away, and nothing is logged as an error", async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<Seen>();
    rig.core.on("GetPayment", (seen) => {
      reach(seen);
      return new Promise<never>(() => undefined);
    });
    const abort = new AbortController();
    const asking = rig.ask(path, { token, signal: abort.signal }).catch(() => "gone");
    const { signal } = await reached;
    const cancelled = once(signal, "abort");
    abort.abort();
    await cancelled;
    expect(await asking).to.equal("gone");
    while (!rig.lines.some(({ aborted }) => aborted === true))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(rig.lines.filter(({ level }) => level === "error")).to.deep.equal([]);
  });

  it("does not see a request whose body never comes in whole", async () => {
    using connection = await RawConnection.open(rig);
    const head = `POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    connection.write(`${head}Content-Length: 100\r\nRequest-Timeout: 0.2\r\n\r\n{"amount":`);
    const { status, json } = parseAnswer(await connection.rest());
    expect([status, json.errorCode]).to.deep.equal([408, "SVC-4080"]);
    expect(rig.core.operationCalls).to.have.length(0);
  });

  it("can read the answer to a body that it does not want, and use the connection again", async () => {
    using connection = await RawConnection.open(rig);
    const body = JSON.stringify(paymentBody);
    connection.write(
      `POST /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    connection.write(body);
    expect(await connection.until("SVC-4041")).to.contain("HTTP/1.1 404");
    rig.core.on("CreatePayment", created);
    connection.write(
      `POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(await connection.until("HTTP/1.1 201")).to.contain("HTTP/1.1 201");
  });

  it("is not waited for to end a connection whose caller floods it", async () => {
    using connection = await RawConnection.open(rig);
    connection.write("POST /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n");
    const flood = setInterval(() => connection.write(Buffer.alloc(1_000_000)), 5);
    try {
      expect(await connection.rest()).to.contain("SVC-4041");
    } finally {
      clearInterval(flood);
    }
  });
});

describe("a core that is not there", () => {
  it("is 503 and not ready, and is used as soon as it is back", async () => {
    await using rig = await Rig.start();
    const token = rig.allow("good");
    rig.core.on("GetPayment", got);
    expect((await rig.ask(path, { token })).status).to.equal(200);
    const { port } = rig.core;
    await rig.core[Symbol.asyncDispose]();

    const gone = await rig.ask(path, { token });
    expect([gone.status, gone.json.errorCode]).to.deep.equal([503, "SVC-5030"]);
    expect(gone.headers["retry-after"]).to.equal("1");
    const unready = await rig.ask("/readyz");
    expect([unready.status, unready.json.errors[0]?.reason]).to.deep.equal([503, "CORE_NOT_SERVING"]);
    expect((await rig.ask("/healthz")).status).to.equal(200);
    expect((await rig.ask(path, { token: "unknown" })).status).to.equal(503);

    await using back = await TestCore.start(tierMaterial(rig.pkiDir, "core"), { port });
    back.on("GetPayment", got);
    while ((await rig.ask("/readyz")).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await rig.ask(path, { token })).status).to.equal(200);
  });

  it("keeps the gateway unready while it says that it does not serve", async () => {
    await using rig = await Rig.start();
    expect((await rig.ask("/readyz")).status).to.equal(200);
    rig.core.health.setStatus("", "NOT_SERVING");
    expect((await rig.ask("/readyz")).status).to.equal(503);
    const probe = await fetch(`http://127.0.0.1:${rig.gateway.metricsPort}/readyz`);
    expect(probe.status).to.equal(503);
  });
});
