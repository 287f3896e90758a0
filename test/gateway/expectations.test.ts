// Expect (RFC 9110 section 10.1.1).
import { expect } from "chai";
import { created, paymentBody } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

describe("a caller that waits before it sends its body", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start({ config: { gateway: { bodyBytesMax: 2_000 } } });
    token = rig.allow("good");
  });
  beforeEach(() => {
    rig.core.calls.length = 0;
    rig.core.on("CreatePayment", created);
  });
  after(() => rig[Symbol.asyncDispose]());

  const body = JSON.stringify(paymentBody);
  const head = (
    given: { path?: string; key?: string; type?: string; length?: number; expect?: string } = {},
  ) =>
    [
      `POST ${given.path ?? "/api/v1/payments"} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${given.key ?? token}`,
      `Content-Type: ${given.type ?? "application/json"}`,
      `Content-Length: ${given.length ?? body.length}`,
      `Expect: ${given.expect ?? "100-continue"}`,
      "\r\n",
    ].join("\r\n");

  it("is told to go on when the body is wanted, and gets its answer", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(head());
    expect(await connection.until("100 Continue")).to.equal("HTTP/1.1 100 Continue\r\n\r\n");
    expect(rig.core.operationCalls).to.have.length(0);
    connection.write(body);
    const received = await connection.until('"success"');
    expect(received).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created\r\n/);
    expect(received).to.match(/\r\nconnection: keep-alive/i);
  });

  it("need not be told when the body has come already", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(head() + body);
    expect(await connection.until('"success"')).to.match(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 201/);
  });

  for (const [status, code, given] of [
    [404, "SVC-4041", { path: "/api/v1/nothing" }],
    [401, "SVC-4011", { key: "unknown" }],
    [413, "SVC-4130", { length: 2_001 }],
    [415, "SVC-4150", { type: "text/plain" }],
    [417, "SVC-4170", { expect: "wonders" }],
    [417, "SVC-4170", { expect: "100-continue, wonders" }],
  ] as const) {
    it(`gets ${status} at once and no 100 when the head decides: ${JSON.stringify(given)}`, async () => {
      using connection = await RawConnection.open(rig);
      connection.write(head(given));
      const received = await connection.rest();
      expect(received).to.not.contain("100 Continue");
      const answer = parseAnswer(received);
      expect([answer.status, answer.json.errorCode]).to.deep.equal([status, code]);
      expect(answer.head).to.match(/\r\nconnection: close/i);
      expect(answer.head).to.match(/\r\nx-request-id: req_/i);
    });
  }

  it("and sends another request behind its refusal has that one not executed", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(head({ key: "unknown" }));
    await connection.until("SVC-4011");
    connection.write(body + head().replace(/Expect:.*\r\n/, "") + body);
    expect((await connection.rest()).match(/HTTP\/1\.1/g)).to.have.length(1);
    expect(rig.core.operationCalls).to.have.length(0);
  });

  it("is ignored in HTTP/1.0, which has no 100", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(head({ expect: "wonders" }).replace("HTTP/1.1", "HTTP/1.0") + body);
    expect(await connection.rest()).to.match(/^HTTP\/1\.1 201/);
  });
});
