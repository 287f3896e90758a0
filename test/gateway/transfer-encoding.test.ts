// Bodies for which the gateway and what stands before it could see another end (RFC 9112 section 6.1).
import { expect } from "chai";
import { PAYMENT_ID } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;

describe("a body whose end cannot be told", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start();
    token = rig.allow("good");
  });
  after(() => rig[Symbol.asyncDispose]());

  /** Sends bytes and returns status, reason and finality of each answer. */
  const answersTo = async (text: string) => {
    using connection = await RawConnection.open(rig);
    connection.write(text);
    const answers = (await connection.rest()).split(/(?=HTTP\/1\.1 \d)/);
    return answers.map((answer) => {
      const { status, head, json } = parseAnswer(answer);
      return [status, json.errors?.[0]?.reason, /\r\nconnection: close(\r\n|$)/i.test(head)];
    });
  };
  const refused = [[400, "TRANSFER_ENCODING", true]];

  // RFC 9112 section 6.1: a proxy that does not know the header has seen another end.
  it("is refused and the connection closed: chunked in HTTP/1.0", async () => {
    const head = "POST /api/v1/payments HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n";
    const next = "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
    const text = `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${next}`;
    expect(await answersTo(text)).to.deep.equal(refused);
  });

  for (const coding of ["gzip", "identity", "gzip, chunked"]) {
    for (const [method, target, credential] of [
      ["POST", "/api/v1/payments", true],
      ["POST", "/api/v1/payments", false],
      ["GET", path, true],
    ] as const) {
      it(`is refused and the connection closed: ${coding}, ${method} ${credential ? "with" : "without"} a credential`, async () => {
        const text = [
          `${method} ${target} HTTP/1.1`,
          "Host: localhost",
          "Content-Type: application/json",
          ...(credential ? [`Authorization: Bearer ${token}`] : []),
          `Transfer-Encoding: ${coding}`,
          "\r\n0\r\n\r\n",
        ].join("\r\n");
        expect(await answersTo(text)).to.deep.equal(refused);
        expect(rig.core.operationCalls).to.have.lengthOf(0);
      });
    }
  }
});
