// First lines and heads that go beyond what is understood or taken in (RFC 9110 sections 15.5.15 and 15.6.2, RFC 6585 section 5).
import { expect } from "chai";
import { got, PAYMENT_ID } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

const rest = "HTTP/1.1\r\nHost: localhost\r\n";

describe("a first line", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start();
    rig.core.on("GetPayment", got);
  });
  after(() => rig[Symbol.asyncDispose]());

  /** The answer to what is written in these pieces, each of which is a TLS record of its own, when the connection is closed after it. */
  const answerTo = async (...pieces: string[]) => {
    using connection = await RawConnection.open(rig);
    for (const piece of pieces) {
      connection.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const answer = parseAnswer(await connection.rest());
    expect(answer.head).to.match(/\r\nx-request-id: req_/i);
    expect(answer.head).to.match(/\r\nconnection: close(\r\n|$)/i);
    expect(answer.head).to.match(/\r\nratelimit: "/i);
    return [answer.status, answer.json.errorCode, answer.json.errors?.[0]?.reason];
  };
  const unknownMethod = [501, "SVC-5010", "METHOD_NOT_IMPLEMENTED"];
  const tooLong = [414, "SVC-4140", "URI_TOO_LONG"];
  const tooLarge = [431, "SVC-4310", "HEADERS_TOO_LARGE"];

  for (const method of ["FETCH", "G", "get", "GETT", "X-Y", "BREW"]) {
    it(`with the unknown method ${method} is 501`, async () => {
      expect(await answerTo(`${method} /healthz ${rest}\r\n`)).to.deep.equal(unknownMethod);
    });
  }

  it("with an unknown method that comes in pieces is 501", async () => {
    expect(await answerTo("FE", `TCH /healthz ${rest}\r\n`)).to.deep.equal(unknownMethod);
    expect(await answerTo("FETCH /hea", `lthz ${rest}\r\n`)).to.deep.equal(unknownMethod);
  });

  it("with an unknown method behind a request is 501 after that one's answer", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(`GET /healthz ${rest}\r\nFETCH /healthz ${rest}\r\n`);
    const received = await connection.rest();
    expect(parseAnswer(received).status).to.equal(200);
    expect(parseAnswer(received.slice(received.indexOf("HTTP/1.1", 1))).status).to.equal(501);
  });

  for (const method of ["PROPFIND", "PURGE", "M-SEARCH", "LINK"]) {
    it(`with ${method}, which HTTP itself does not define, is 501 on any path`, async () => {
      for (const path of ["/healthz", `/api/v1/payments/${PAYMENT_ID}`, "/api/v1/nothing"])
        expect(await answerTo(`${method} ${path} ${rest}Connection: close\r\n\r\n`)).to.deep.equal(
          unknownMethod,
        );
    });
  }

  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "POST"]) {
    it(`with ${method}, which the path does not have, is 405`, async () => {
      const line = `${method} /api/v1/payments/${PAYMENT_ID} ${rest}`;
      expect((await answerTo(`${line}Connection: close\r\n\r\n`)).slice(0, 2)).to.deep.equal([
        405,
        "SVC-4050",
      ]);
    });
  }

  const target = (length: number) => `/api/v1/nothing?${"x".repeat(length - 16)}`;

  it("with a target of 8000 bytes is understood, with one more it is 414", async () => {
    const line = (length: number) => `GET ${target(length)} ${rest}Connection: close\r\n\r\n`;
    expect((await answerTo(line(8_000)))[0]).to.equal(404);
    expect(await answerTo(line(8_001))).to.deep.equal(tooLong);
    expect(await answerTo(line(15_000))).to.deep.equal(tooLong);
  });

  for (const length of [17_000, 20_000, 30_000]) {
    it(`with a target of ${length} bytes is 414`, async () => {
      expect(await answerTo(`GET ${target(length)} ${rest}\r\n`)).to.deep.equal(tooLong);
    });
  }

  for (const length of [40_000, 200_000]) {
    it(`with a target of ${length} bytes is 431: reading stops before its end shows whether it was the target`, async () => {
      expect(await answerTo(`GET ${target(length)} ${rest}\r\n`)).to.deep.equal(tooLarge);
    });
  }

  it("with a target that is too long and comes in small pieces is 414 or 431, as far as it was read", async () => {
    const pieces = (length: number) =>
      `GET ${target(length)} ${rest}Connection: close\r\n\r\n`.match(/.{1,1400}/gs) ?? [];
    expect(await answerTo(...pieces(15_000))).to.deep.equal(tooLong);
    expect(await answerTo(...pieces(16_500))).to.deep.equal(tooLong);
    expect(await answerTo(...pieces(20_000))).to.deep.equal(tooLarge);
  });

  it("with a target that is too long behind another request is 414", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(`GET /healthz ${rest}\r\n`);
    await connection.until('"errors":[]}');
    connection.write(`GET ${target(20_000)} ${rest}\r\n`);
    const received = await connection.rest();
    expect(parseAnswer(received.slice(received.indexOf("HTTP/1.1", 1))).status).to.equal(414);
  });

  const large = `GET /healthz ${rest}X-Long: ${"x".repeat(20_000)}\r\n\r\n`;

  it("before headers of more than 16 KiB is 431", async () => {
    expect(await answerTo(large)).to.deep.equal(tooLarge);
    expect(
      await answerTo(`GET /healthz ${rest}${`X-A: ${"b".repeat(200)}\r\n`.repeat(90)}\r\n`),
    ).to.deep.equal(tooLarge);
  });

  it("before headers of more than 16 KiB that come in small pieces is 431", async () => {
    expect(await answerTo(...(large.match(/.{1,1400}/gs) ?? []))).to.deep.equal(tooLarge);
  });

  it("and a head that announces more than anybody can count is 413", async () => {
    for (const length of ["9223372036854775808", "18446744073709551616", "9".repeat(100)])
      expect(
        await answerTo(`POST /api/v1/payments ${rest}Content-Length: ${length}\r\n\r\n`),
        length,
      ).to.deep.equal([413, "SVC-4130", "PAYLOAD_TOO_LARGE"]);
    expect(await answerTo(`POST /api/v1/payments ${rest}Content-Length: 1x\r\n\r\n`)).to.deep.equal([
      400,
      "SVC-4000",
      "MALFORMED_HTTP",
    ]);
  });
});
