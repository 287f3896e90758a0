// What callers with kept-alive connections see of a gateway that closes (RFC 9112 section 9.6).
import { expect } from "chai";
import { ListPaymentsResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { got, PAYMENT_ID } from "./support/answers.ts";
import { RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;

/** A request as a kept-alive client sends it. */
const requestFor = (token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;

const answersIn = (text: string) => text.split(/(?=HTTP\/1\.1 )/).filter((answer) => answer !== "");

describe("a gateway that drains", () => {
  let rig: Rig;
  let token: string;
  beforeEach(async () => {
    rig = await Rig.start();
    token = rig.allow("good");
    rig.core.on("GetPayment", got);
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  it("says with the answer that is under way that it is the last one, and closes after it", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    rig.core.on("GetPayment", async () => {
      reach();
      await held;
      return got();
    });
    using connection = await RawConnection.open(rig);
    connection.write(requestFor(token));
    await reached;
    const closing = rig.gateway.close();
    release();
    const [answer = ""] = answersIn(await connection.rest());
    expect(answer).to.match(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    await closing;
  });

  it("still answers what comes on a connection that was idle, and closes that one too", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(requestFor(token));
    expect(await connection.until('"success":true')).to.not.match(/connection: close/i);
    const closing = rig.gateway.close();
    connection.write(requestFor(token));
    const answers = answersIn(await connection.rest());
    expect(answers).to.have.lengthOf(2);
    expect(answers[1]).to.match(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    await closing;
  });

  it("ends connections on which nothing comes in good order, also those that have never been used", async () => {
    using used = await RawConnection.open(rig);
    using unused = await RawConnection.open(rig);
    used.write(requestFor(token));
    await used.until('"success":true');
    const ends = [used, unused].map(
      ({ socket }) =>
        new Promise<string>((resolve) => {
          socket.once("end", () => resolve("ended"));
          socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
        }),
    );
    await rig.gateway.close();
    expect(await Promise.all(ends)).to.deep.equal(["ended", "ended"]);
  });

  it("lets a caller take all of an answer that it takes slowly", async () => {
    await using patient = await Rig.start({ drainMs: 10_000 });
    const own = patient.allow("good");
    patient.core.on("ListPayments", () =>
      ListPaymentsResponse.encode({ items: [], nextPageToken: "x".repeat(60_000) }).finish(),
    );
    using connection = await RawConnection.open(patient);
    connection.socket.pause();
    // More than the system keeps for a caller that does not read.
    connection.write(requestFor(own).replace(path, "/api/v1/payments").repeat(200));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const closing = patient.gateway.close();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    connection.socket.resume();
    const answers = answersIn(await connection.rest());
    expect(answers.length).to.be.within(2, 199);
    for (const answer of answers) {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      expect(Buffer.byteLength(body)).to.equal(Number(/content-length: (\d+)/i.exec(head)?.[1]));
    }
    await closing;
  });

  it("cuts what is left after a CONNECT whose caller takes nothing", async () => {
    using connection = await RawConnection.open(rig);
    connection.socket.pause();
    connection.write("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(12));
    await new Promise((resolve) => setTimeout(resolve, 500));
    connection.write("CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n");
    await rig.gateway.close();
  });
});
