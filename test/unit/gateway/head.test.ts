import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect } from "chai";
import { KEEP_ALIVE_MS, setHead, standingHeaders } from "../../../src/gateway/response-head.ts";

const standing = ["X-Content-Type-Options", "nosniff", "Content-Security-Policy", "default-src 'none'"];
const own = ["Location", "/api/v1/payments/pay_1", "Content-Type", "text/plain", "Content-Length", "5"];

/** Everything that a server of Node's writes for these requests, the time aside. */
async function written(answer: RequestListener, requests: string): Promise<string> {
  const server: Server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.write(requests);
  await new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => server.close(resolve));
  return text.replaceAll(/Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, "Date: then");
}

describe("setHead", () => {
  const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const last = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  for (const [what, requests] of [
    ["the last of a connection", last],
    ["one before the last", get + last],
    ["to HEAD", `HEAD / HTTP/1.1\r\nHost: x\r\n\r\n${last}`],
    ["to HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"],
    ["to HTTP/1.0 that stays open", `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${last}`],
  ] as const) {
    it(`writes what writeHead writes: ${what}`, async () => {
      const theirs = await written((request, response) => {
        response.writeHead(201, [...standing, "Cache-Control", "no-store", ...own]);
        response.end(request.method === "HEAD" ? "" : "hello");
      }, requests);
      const ours = await written((request, response) => {
        setHead(response, 201, standingHeaders(standing), own);
        expect([response.headersSent, response.statusCode]).to.deep.equal([true, 201]);
        response.end(request.method === "HEAD" ? "" : "hello");
      }, requests);
      expect(ours).to.contain("HTTP/1.1 201 Created\r\n");
      expect(ours).to.equal(theirs);
    });
  }

  it("refuses a value that would be more than one header", async () => {
    const refused: unknown[] = [];
    await written((_request, response) => {
      for (const value of ["a\r\nb: c", "a\nb", "a\0b", "€"]) {
        try {
          setHead(response, 200, standingHeaders([]), ["Location", value]);
        } catch (error) {
          refused.push((error as NodeJS.ErrnoException).code);
        }
      }
      response.end();
    }, last);
    expect(refused).to.deep.equal(Array(4).fill("ERR_INVALID_CHAR"));
    expect(() => standingHeaders(["a b", "c"])).to.throw(TypeError);
    expect(() => standingHeaders(["a", "b\r\nc"])).to.throw(TypeError);
  });
});
