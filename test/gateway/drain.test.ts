// What callers with kept-alive connections see of a gateway that closes (RFC 9112 section 9.6).
import { expect } from "chai";
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
});
