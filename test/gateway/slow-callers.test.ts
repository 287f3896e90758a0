// What callers that do not send what they owe get: 408 or, as long as they have asked for nothing, no answer (RFC 9110 section 15.5.9).
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { created, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;

describe("a caller that is slow", function () {
  this.timeout(60_000);
  let rig: Rig;
  let token: string;
  /** Those that wait for the longest time limits, all at the same time. */
  let silent: RawConnection;
  let idle: RawConnection;
  let halfHead: RawConnection;
  let secondHead: RawConnection;
  let noHandshake: Socket;
  let silentEnds: Promise<unknown>;
  let noHandshakeLasts: Promise<number>;

  before(async () => {
    rig = await Rig.start({ config: { gateway: { deadlineMsMax: 500 } } });
    token = rig.allow("good");
    noHandshake = connect(rig.gateway.port, "127.0.0.1");
    noHandshake.on("error", () => undefined);
    const since = performance.now();
    noHandshakeLasts = once(noHandshake, "close").then(() => performance.now() - since);
    silent = await RawConnection.open(rig);
    silentEnds = once(silent.socket, "end");
    idle = await RawConnection.open(rig);
    idle.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    halfHead = await RawConnection.open(rig);
    halfHead.write("GET /healthz HTTP/1.1\r\nHost: loc");
    secondHead = await RawConnection.open(rig);
    secondHead.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HT");
  });
  after(async () => {
    for (const connection of [silent, idle, halfHead, secondHead]) connection[Symbol.dispose]();
    noHandshake.destroy();
    await rig[Symbol.asyncDispose]();
  });

  const refusedAsLate = (received: string) => {
    const { status, head, json } = parseAnswer(received);
    expect([status, json.errorCode, json.errors?.[0]?.reason]).to.deep.equal([
      408,
      "SVC-4080",
      "REQUEST_TIMEOUT",
    ]);
    expect(head).to.match(/\r\nconnection: close(\r\n|$)/i);
    expect(head.toLowerCase()).to.contain(`\r\nx-request-id: ${json.requestId?.toLowerCase()}`);
  };

  it("with the head of its first request gets 408, and the connection is closed", async () => {
    refusedAsLate(await halfHead.rest());
  });

  it("with the head of its next request gets the answer to the first and 408", async () => {
    const received = await secondHead.rest();
    expect(parseAnswer(received).status).to.equal(200);
    refusedAsLate(received.slice(received.indexOf("HTTP/1.1", 1)));
  });

  it("with a first request at all gets no answer: the connection is closed in order", async () => {
    expect(await silent.rest()).to.equal("");
    await silentEnds;
    expect(silent.socket.errored).to.equal(null);
  });

  it("with its next request keeps the connection, on which nothing comes unasked", async () => {
    await silent.rest();
    const received = await idle.until("}");
    expect(parseAnswer(received).status).to.equal(200);
    expect(received.match(/HTTP\/1\.1/g)).to.have.length(1);
    expect(idle.socket.closed).to.equal(false);
  });

  it("with its TLS handshake is cut off after ten seconds", async () => {
    expect(await noHandshakeLasts).to.be.within(9_000, 30_000);
    expect(noHandshake.bytesRead).to.equal(0);
  });

  const post = (...headers: string[]) =>
    [
      "POST /api/v1/payments HTTP/1.1",
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      ...headers,
      "\r\n",
    ].join("\r\n");

  for (const [what, text] of [
    ["nothing of it", () => post("Content-Length: 100")],
    ["a part of it", () => `${post("Content-Length: 100")}{"amount":`],
    ["a chunk of it", () => `${post("Transfer-Encoding: chunked")}2\r\n{"\r\n`],
    [
      "a part within the time that it has set itself",
      () => `${post("Content-Length: 100", "Request-Timeout: 0.1")}{`,
    ],
  ] as const) {
    it(`with a body, and sends ${what}, gets 408, and the connection is closed`, async () => {
      rig.core.calls.length = 0;
      using connection = await RawConnection.open(rig);
      connection.write(text());
      refusedAsLate(await connection.rest());
      expect(rig.core.operationCalls).to.have.length(0);
    });
  }

  it("in nothing, in front of a core that is, gets 504 and keeps the connection", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    rig.core.on("CreatePayment", async () => {
      await held;
      return created();
    });
    using connection = await RawConnection.open(rig);
    const body = JSON.stringify(paymentBody);
    connection.write(post(`Content-Length: ${body.length}`) + body);
    const { status, head, json } = parseAnswer(await connection.until("SVC-5040"));
    release();
    expect([status, json.errorCode]).to.deep.equal([504, "SVC-5040"]);
    expect(head).to.match(/\r\nconnection: keep-alive/i);
    connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await connection.rest()).to.contain("HTTP/1.1 401");
  });
});

describe("a body that is refused before it has come", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());

  it("is not waited for when it is large, and its answer says that the connection ends", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(
      "POST /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n" +
        "x".repeat(1000),
    );
    const { status, head } = parseAnswer(await connection.rest());
    expect(status).to.equal(404);
    expect(head).to.match(/\r\nconnection: close/i);
  });

  const head = (length: number) =>
    `POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  for (const [what, sent] of [
    ["nothing", ""],
    ["a part", '{"amount":'],
  ] as const) {
    it(`and of which ${what} comes, ends the connection, and the answer says so`, async () => {
      using connection = await RawConnection.open(rig);
      connection.write(head(1_000) + sent);
      const answer = parseAnswer(await connection.rest());
      expect(answer.status).to.equal(401);
      expect(answer.head).to.match(/\r\nconnection: close/i);
    });
  }

  it("and comes right behind its head leaves the connection open", async () => {
    using connection = await RawConnection.open(rig);
    for (const pause of [0, 1, 20]) {
      connection.write(`${head(10).trimEnd()}\r\nX-Request-ID: after-${pause}\r\n\r\n`);
      await new Promise((resolve) => setTimeout(resolve, pause));
      connection.write("x".repeat(10));
      await connection.until(`"requestId":"after-${pause}"`);
    }
    connection.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const received = await connection.rest();
    expect(received.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([
      ...Array<string>(3).fill("HTTP/1.1 401"),
      "HTTP/1.1 200",
    ]);
    expect(received.match(/\r\nconnection: close/gi)).to.have.length(1);
  });
});
