// What one connection may do with several requests at once (RFC 9112 sections 9.3.2 and 9.6).
import { expect } from "chai";
import { ListEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import { ListPaymentsResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { created, got, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

const payment = JSON.stringify(paymentBody);
const path = `/api/v1/payments/${PAYMENT_ID}`;
const answersIn = (text: string) => text.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => answer !== "");
const closes = (answer: string) => /\r\nconnection: close\r\n/i.test(answer);

describe("pipelined requests", () => {
  let rig: Rig;
  let token: string;
  /** Lets the calls that wait in the core go on, and all that come after. */
  let release: () => void;
  beforeEach(async () => {
    rig = await Rig.start({
      config: {
        gateway: {
          rate: { requestsPerSecond: 1e6, burst: 1e6, tenantRequestsPerSecond: 1e6, tenantBurst: 1e6 },
        },
      },
    });
    token = rig.allow("good");
    const { promise: held, resolve } = Promise.withResolvers<void>();
    release = resolve;
    rig.core.on("ListEvents", async () => {
      await moment();
      return ListEventsResponse.encode({ items: [], nextPageToken: "0" }).finish();
    });
    rig.core.on("GetPayment", async () => {
      await held;
      return got();
    });
  });
  afterEach(async () => {
    release();
    await rig[Symbol.asyncDispose]();
  });

  const get = (id: string, ...headers: string[]) =>
    [
      `GET ${path} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      `X-Request-ID: ${id}`,
      ...headers,
      "\r\n",
    ].join("\r\n");
  const executed = () => rig.core.operationCalls.map(({ requestId }) => requestId);
  const reached = async (count: number) => {
    while (executed().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const idsIn = (answers: string[]) => answers.map((answer) => parseAnswer(answer).json.requestId);
  const moment = () => new Promise((resolve) => setTimeout(resolve, 100));

  it("that are under way when the gateway drains are all answered; the last one says so, none after it is executed", async () => {
    using connection = await RawConnection.proven(rig);
    connection.write(get("a") + get("b") + get("c"));
    await reached(3);
    const closing = rig.gateway.close();
    connection.write(get("d") + get("e"));
    await moment();
    release();
    const answers = answersIn(await connection.rest());
    expect(idsIn(answers)).to.deep.equal(["a", "b", "c"]);
    expect(answers.map(closes)).to.deep.equal([false, false, true]);
    expect(executed().toSorted()).to.deep.equal(["a", "b", "c"]);
    await closing;
  });

  it("that come at once while the gateway drains: the first is answered as the last one, no other is executed", async () => {
    release();
    using connection = await RawConnection.proven(rig);
    connection.write(get("before"));
    await connection.until('"success":true');
    const closing = rig.gateway.close();
    connection.write(get("a") + get("b") + get("c"));
    const answers = answersIn(await connection.rest());
    expect(idsIn(answers)).to.deep.equal(["before", "a"]);
    expect(answers.map(closes)).to.deep.equal([false, true]);
    expect(executed()).to.deep.equal(["before", "a"]);
    await closing;
  });

  it("with an expectation are drained as all others", async () => {
    using connection = await RawConnection.proven(rig);
    connection.write(get("a", "Expect: 100-continue"));
    await reached(1);
    const closing = rig.gateway.close();
    connection.write(get("b"));
    await moment();
    release();
    const answers = answersIn(await connection.rest());
    expect(idsIn(answers)).to.deep.equal(["a"]);
    expect(answers.map(closes)).to.deep.equal([true]);
    expect(executed()).to.deep.equal(["a"]);
    await closing;
  });

  for (const [what, after] of [
    ["requests", () => get("c") + get("d")],
    ["bytes that are no HTTP", () => "\0\x01garbage\r\n\r\n"],
    ["a megabyte that is no HTTP", () => "\0".repeat(500_000)],
    ["half a request", () => get("c").slice(0, 30)],
  ] as const) {
    it(`before and with the caller's own close are answered, whatever follows: ${what}`, async () => {
      using connection = await RawConnection.proven(rig);
      connection.write(get("a") + get("b", "Connection: close") + after());
      await reached(2);
      connection.write(after());
      await moment();
      release();
      const answers = answersIn(await connection.rest());
      expect(idsIn(answers)).to.deep.equal(["a", "b"]);
      expect(answers.map(closes)).to.deep.equal([false, true]);
      expect(executed().toSorted()).to.deep.equal(["a", "b"]);
    });
  }

  it("behind one that is refused with a close are not executed", async () => {
    using connection = await RawConnection.proven(rig);
    connection.write(`${get("a")}GET ${path} HTTP/1.1\r\nX-Request-ID: b\r\n\r\n${get("c")}`);
    await moment();
    release();
    const answers = answersIn(await connection.rest());
    expect(idsIn(answers)).to.deep.equal(["a", "b"]);
    expect(answers.map(closes)).to.deep.equal([false, true]);
    expect(executed()).to.deep.equal(["a"]);
  });

  for (const [what, bytes] of [
    ["bytes that are no HTTP", "\0\x01garbage\r\n\r\n"],
    ["a header that is none", `GET ${path} HTTP/1.1\r\nHost: localhost\r\nnothing\r\n\r\n`],
  ] as const) {
    it(`are answered before the refusal of what follows: ${what}`, async () => {
      using connection = await RawConnection.proven(rig);
      connection.write(get("a") + get("b") + bytes);
      await reached(2);
      await moment();
      connection.write(get("c"));
      await moment();
      release();
      const answers = answersIn(await connection.rest());
      expect(idsIn(answers).slice(0, 2)).to.deep.equal(["a", "b"]);
      expect(answers).to.have.lengthOf(3);
      const refusal = parseAnswer(answers[2] as string);
      expect([refusal.status, refusal.json.errors?.[0]?.reason]).to.deep.equal([400, "MALFORMED_HTTP"]);
      expect(answers.map(closes)).to.deep.equal([false, false, true]);
      expect(executed().toSorted()).to.deep.equal(["a", "b"]);
    });
  }

  it("are answered before a CONNECT that follows", async () => {
    using connection = await RawConnection.proven(rig);
    connection.write(`${get("a")}CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n`);
    await reached(1);
    await moment();
    release();
    const answers = answersIn(await connection.rest());
    expect(answers.map((answer) => parseAnswer(answer).status)).to.deep.equal([200, 405]);
    expect(idsIn(answers)[0]).to.equal("a");
  });

  const post = (id: string) =>
    [
      "POST /api/v1/payments HTTP/1.1",
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      `X-Request-ID: ${id}`,
      "Content-Type: application/json",
      `Content-Length: ${payment.length}`,
      `\r\n${payment}`,
    ].join("\r\n");

  it("that may change something run alone, in order", async () => {
    let running = 0;
    const ran: string[] = [];
    const note = (answer: () => Uint8Array) => async (seen: { requestId: string }) => {
      running += 1;
      ran.push(`${seen.requestId} ${running}`);
      await moment();
      running -= 1;
      return answer();
    };
    rig.core.on("GetPayment", note(got));
    rig.core.on("CreatePayment", note(created));
    using connection = await RawConnection.proven(rig);
    connection.write(get("a") + post("b") + post("c") + get("d") + get("e"));
    const received = await connection.until('"requestId":"e"');
    expect(idsIn(answersIn(received))).to.deep.equal(["a", "b", "c", "d", "e"]);
    expect(ran.slice(0, 3)).to.deep.equal(["a 1", "b 1", "c 1"]);
    expect(
      ran
        .slice(3)
        .toSorted()
        .map((one) => one.at(-1)),
    ).to.have.members(["1", "2"]);
  });

  for (const [what, lines] of [
    ["a stream", []],
    ["a stream whose answer waits for the key that signs it", ['Accept-Signature: sig=("@status")']],
  ] as const)
    it(`behind ${what} are not executed, because nothing follows on its connection`, async () => {
      using connection = await RawConnection.proven(rig);
      const stream = get("a", ...lines).replace(path, "/api/v1/events/stream");
      connection.write(stream + post("b") + get("c"));
      await connection.until("text/event-stream");
      await moment();
      expect(executed().filter((id) => id === "b" || id === "c")).to.deep.equal([]);
    });

  it("are answered when the body of the last one is malformed, and that one is refused unbegun", async () => {
    using connection = await RawConnection.proven(rig);
    const head = `POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nX-Request-ID: b\r\n`;
    connection.write(
      `${get("a")}${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense`,
    );
    await reached(1);
    await moment();
    release();
    const answers = answersIn(await connection.rest());
    expect(answers.map((answer) => parseAnswer(answer).status)).to.deep.equal([200, 400]);
    expect(idsIn(answers)[0]).to.equal("a");
    expect(parseAnswer(answers[1] as string).json.errors?.[0]?.reason).to.equal("MALFORMED_HTTP");
    expect(answers.map(closes)).to.deep.equal([false, true]);
  });

  it("beyond what one connection may have under way wait their turn, and all are answered in order", async () => {
    const count = 5000;
    const ids = Array.from({ length: count }, (_, index) => `r${index}`);
    using connection = await RawConnection.proven(rig);
    connection.write(ids.map((id) => get(id)).join(""));
    await reached(32);
    await moment();
    expect(executed()).to.have.lengthOf(32);
    release();
    const received = await connection.until(`"requestId":"r${count - 1}"`);
    expect([...received.matchAll(/"requestId":"(r\d+)"/g)].map(([, id]) => id)).to.deep.equal(ids);
    expect(executed()).to.have.lengthOf(count);
  });

  it("beyond what may be under way end with the caller's close too, and nothing follows its answer", async () => {
    const ids = Array.from({ length: 41 }, (_, index) => `r${index}`);
    using connection = await RawConnection.proven(rig);
    const requests = ids.map((id, index) => (index === 40 ? get(id, "Connection: close") : get(id)));
    connection.write(requests.join("") + get("after") + get("after that"));
    await reached(32);
    release();
    const answers = answersIn(await connection.rest());
    expect(idsIn(answers)).to.deep.equal(ids);
    expect(answers.map(closes)).to.deep.equal(ids.map((_, index) => index === 40));
    expect(executed()).to.have.lengthOf(41);
  });

  it("on a connection that is not known yet begin one at a time, then twice as many after each answer", async () => {
    let open = 0;
    let most = 0;
    const mosts: number[] = [];
    rig.core.on("GetPayment", async () => {
      open += 1;
      most = Math.max(most, open);
      mosts.push(open);
      await moment();
      open -= 1;
      return got();
    });
    using connection = await RawConnection.open(rig);
    const ids = Array.from({ length: 7 }, (_, index) => `r${index}`);
    connection.write(ids.map((id) => get(id)).join(""));
    const received = await connection.until('"requestId":"r6"');
    expect([...received.matchAll(/"requestId":"(r\d+)"/g)].map(([, id]) => id)).to.deep.equal(ids);
    expect(mosts.slice(0, 3)).to.deep.equal([1, 1, 2]);
    expect(most).to.be.within(3, 7);
  });

  it("end with one that asks for another protocol: what follows it in the same read is not executed, and it says so", async () => {
    release();
    using connection = await RawConnection.proven(rig);
    const upgrade = get("b", "Connection: Upgrade", "Upgrade: h2c");
    connection.write(get("a") + upgrade + get("c") + get("d"));
    const answers = answersIn(await connection.rest());
    expect(idsIn(answers)).to.deep.equal(["a", "b"]);
    expect(answers.map(closes)).to.deep.equal([false, true]);
    expect(executed().toSorted()).to.deep.equal(["a", "b"]);
  });

  it("wait while their caller does not read the answers, and go on when it does", async () => {
    release();
    const count = 20_000;
    using connection = await RawConnection.proven(rig);
    connection.socket.pause();
    for (let index = 0; index < count; index += 100) {
      const ids = Array.from({ length: 100 }, (_, at) => `r${index + at}`);
      connection.write(ids.map((id) => get(id)).join(""));
    }
    let before = -1;
    while (executed().length !== before) {
      before = executed().length;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(before).to.be.below(count);
    // Another caller is served meanwhile.
    expect((await rig.ask(path, { token })).status).to.equal(200);
    connection.socket.resume();
    const received = await connection.until(`"requestId":"r${count - 1}"`);
    expect(received.match(/"success":true/g)).to.have.lengthOf(count);
    expect(connection.socket.destroyed).to.equal(false);
  }).timeout(60_000);

  it("are read on when many answers wait behind a slow one", async () => {
    const name = "x".repeat(10_000);
    rig.core.on("ListPayments", () =>
      ListPaymentsResponse.encode({ items: [], nextPageToken: name }).finish(),
    );
    using connection = await RawConnection.proven(rig);
    const list = (...of: [string, ...string[]]) => get(...of).replace(path, "/api/v1/payments");
    const ids = Array.from({ length: 14 }, (_, index) => `r${index}`);
    connection.write(get("slow"));
    await reached(1);
    for (const id of ids.slice(0, 7)) {
      connection.write(list(id));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // Reading stops, because answers of more than 64 KiB wait for the first one, while TLS has several records of these.
    connection.write(
      ids
        .slice(7)
        .map((id) => list(id, `X-Padding: ${"x".repeat(7_000)}`))
        .join(""),
    );
    await moment();
    expect(executed()).to.have.length.within(6, 14);
    release();
    const answers = answersIn(await connection.until('"requestId":"r13"'));
    expect(idsIn(answers)).to.deep.equal(["slow", ...ids]);
    expect(answers.map((answer) => parseAnswer(answer).status)).to.deep.equal(answers.map(() => 200));
  });

  it("with bodies of many records are read behind answers that nobody takes yet", async () => {
    const name = "x".repeat(200_000);
    const body = JSON.stringify({ name });
    const post = [
      "POST /api/v1/payments HTTP/1.1",
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      "X-Request-ID: last",
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
      `\r\n${body}`,
    ].join("\r\n");
    using connection = await RawConnection.proven(rig);
    connection.socket.pause();
    const large = 12;
    connection.write("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(large));
    await new Promise((resolve) => setTimeout(resolve, 500));
    connection.write(post);
    await new Promise((resolve) => setTimeout(resolve, 300));
    connection.socket.resume();
    const answers = answersIn(await connection.rest());
    expect(answers).to.have.length(large + 1);
    const { json, status } = parseAnswer(answers.at(-1) ?? "");
    expect([status, json.requestId, json.errors?.[0]?.reason]).to.deep.equal([400, "last", "UNKNOWN_MEMBER"]);
  });

  it("that break off in a body are refused behind what came before", async () => {
    using connection = await RawConnection.proven(rig);
    connection.socket.pause();
    connection.write("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(12));
    await new Promise((resolve) => setTimeout(resolve, 500));
    connection.write(
      `POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    );
    connection.socket.resume();
    const answers = answersIn(await connection.rest());
    expect(answers).to.have.length(13);
    expect(parseAnswer(answers.at(-1) ?? "").status).to.be.within(400, 499);
  });

  it("that wait are not executed when the gateway drains", async () => {
    using connection = await RawConnection.proven(rig);
    connection.write(Array.from({ length: 100 }, (_, index) => get(`r${index}`)).join(""));
    await reached(32);
    await moment();
    const closing = rig.gateway.close();
    release();
    const answers = answersIn(await connection.rest());
    expect(answers).to.have.lengthOf(32);
    expect(answers.map(closes).indexOf(true)).to.equal(31);
    expect(executed()).to.have.lengthOf(32);
    await closing;
  });
});
