// What the embedded authorisation server answers to bodies that are late or broken: the same as the interface.
import { expect } from "chai";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

describe("the body of a request for a token", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start({ config: { oauth: { server: { enabled: true } } } });
  });
  after(() => rig[Symbol.asyncDispose]());

  const head = (...headers: string[]) =>
    [
      "POST /oauth/token HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/x-www-form-urlencoded",
      ...headers,
      "\r\n",
    ].join("\r\n");

  for (const [what, text, expected] of [
    [
      "that is late",
      `${head("Content-Length: 100", "Request-Timeout: 0.1")}grant_type=`,
      [408, "REQUEST_TIMEOUT"],
    ],
    ["that is broken", `${head("Transfer-Encoding: chunked")}2\r\ngr\r\nzz\r\n`, [400, "MALFORMED_HTTP"]],
  ] as const)
    it(`${what} is answered once, and the connection closed`, async () => {
      using connection = await RawConnection.open(rig);
      connection.write(text);
      const received = await connection.rest();
      const { status, head: answered, json } = parseAnswer(received);
      expect([status, json.errors?.[0]?.reason]).to.deep.equal(expected);
      expect(answered).to.match(/\r\nconnection: close(\r\n|$)/i);
      expect(received.match(/HTTP\/1\.1 /g)).to.have.length(1);
      expect((await rig.ask("/healthz")).status).to.equal(200);
    });

  it("that never comes after the caller has gone leaves the gateway running", async () => {
    const connection = await RawConnection.open(rig);
    connection.write(`${head("Content-Length: 100")}grant_type=`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection[Symbol.dispose]();
    expect((await rig.ask("/healthz")).status).to.equal(200);
  });
});
