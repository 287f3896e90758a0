// What callers ask for and do not read is bounded: of each connection, and of all.
import { expect } from "chai";
import { ListPaymentsResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { httpInFlight } from "../../src/telemetry.ts";
import { got, PAYMENT_ID } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;
const answersIn = (text: string) => text.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => answer !== "");

describe("answers that nobody reads", () => {
  it("are kept for a while, and then their connection is cut", async () => {
    await using rig = await Rig.start({ config: { gateway: { deadlineMsMax: 500 } } });
    using connection = await RawConnection.open(rig);
    connection.socket.pause();
    connection.write("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(32));
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(() => httpInFlight.requests > 0);
    await until(() => httpInFlight.requests === 0);
    connection.socket.resume();
    const received = await connection.rest();
    expect(received.split("HTTP/1.1 200").length - 1).to.be.within(1, 31);
  }).timeout(60_000);
});

describe("large answers that nobody reads", () => {
  let rig: Rig;
  let token: string;
  const items = Array.from({ length: 200 }, () => ({
    paymentId: PAYMENT_ID,
    description: "ü".repeat(9_000),
  }));
  const large = ListPaymentsResponse.encode(ListPaymentsResponse.fromPartial({ items })).finish();
  beforeEach(async () => {
    rig = await Rig.start({
      config: {
        gateway: {
          rate: { requestsPerSecond: 1e6, burst: 1e6, tenantRequestsPerSecond: 1e6, tenantBurst: 1e6 },
        },
      },
    });
    token = rig.allow("good");
    rig.core.on("ListPayments", () => large);
    rig.core.on("GetPayment", got);
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  const head = () => `HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const lists = (count: number) => `GET /api/v1/payments ${head()}\r\n`.repeat(count);
  const silent = async () => {
    const connection = await RawConnection.open(rig);
    connection.socket.pause();
    connection.write(lists(30));
    return connection;
  };
  const settled = async () => {
    for (let before = -1; before !== rig.core.operationCalls.length; ) {
      before = rig.core.operationCalls.length;
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
  };

  it("begin one at a time on one connection, and all arrive whole when they are read", async () => {
    using connection = await silent();
    await settled();
    // The system itself takes some in for a caller that does not read.
    expect(rig.core.operationCalls.length).to.be.below(10);
    connection.write(`GET ${path} ${head()}X-Request-ID: last\r\nConnection: close\r\n\r\n`);
    connection.socket.resume();
    const answers = answersIn(await connection.rest());
    expect(answers).to.have.length(31);
    const { data } = (await rig.ask("/api/v1/payments", { token })).json;
    for (const answer of answers.slice(0, 30)) {
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))).data).to.deep.equal(data);
    }
    expect(parseAnswer(answers[30] as string).json.requestId).to.equal("last");
  }).timeout(60_000);

  it("are bounded in total: connections of those that take nothing are cut, others are served", async () => {
    const aborted = () => rig.lines.some((line) => line.aborted === true);
    const connections = await Promise.all(Array.from({ length: 20 }, silent));
    while (!aborted()) {
      // Others are served meanwhile, also with large answers, although more is kept than may be for long.
      expect((await rig.ask(path, { token })).status).to.equal(200);
      expect((await rig.ask("/api/v1/payments", { token })).status).to.equal(200);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    // As many are cut as it takes, and no more.
    await settled();
    expect(httpInFlight.requests).to.be.within(1, 19);
    for (const connection of connections) connection[Symbol.dispose]();
    while (httpInFlight.requests > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }).timeout(90_000);
});
