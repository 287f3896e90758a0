// What a connection reads while requests wait on it, seen without TLS: the socket is a stream whose listener stands for that of node:http.
import { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { expect } from "chai";
import { HttpConnection } from "../../src/gateway/connection.ts";
import { UnreadAnswers } from "../../src/gateway/unread-answers.ts";

/** Where node:http notes that it reads no further request. */
const stopped = "_paused";

/** A connection, the requests that it has begun, and how to end one. */
function scene(parsed: (chunk: Buffer) => void) {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  Object.assign(socket, {
    bytesRead: 0,
    bytesWritten: 0,
    getPeerX509Certificate: () => undefined,
    [stopped]: false,
  });
  socket.on("data", parsed);
  const begun: ServerResponse[] = [];
  const total = new UnreadAnswers(() => [connection]);
  const connection: HttpConnection = new HttpConnection(
    socket as unknown as TLSSocket,
    { serve: (_request, response) => begun.push(response), lose: () => undefined, refuse: () => "" },
    total,
  );
  const request = () => ({ req: { method: "GET", complete: true }, shouldKeepAlive: true }) as ServerResponse;
  const answered = (response: ServerResponse, bytes: number): void => {
    connection.hold(bytes);
    connection.answered(response, bytes);
  };
  return { socket: socket as Duplex & { [stopped]: boolean }, connection, begun, request, answered };
}

describe("a connection on which requests wait", () => {
  it("stays unread while node:http has stopped reading, although the waiting request may begin", async () => {
    const read: string[] = [];
    const { socket, connection, begun, request, answered } = scene((chunk) => {
      // As node:http asserts.
      expect(socket[stopped]).to.equal(false);
      read.push(String(chunk));
    });
    // Proven: as many requests as ever run at once.
    for (let doublings = 0; doublings < 6; doublings += 1) {
      const one = request();
      connection.take(one);
      answered(one, 100);
    }
    const slow = request();
    connection.take(slow);
    for (let index = 0; index < 31; index += 1) connection.take(request());
    // The answers behind the slow one are too many for node:http when the next request comes.
    socket[stopped] = true;
    socket.pause();
    const next = request();
    connection.take(next);
    expect(begun).not.to.include(next);
    socket.push("more");
    await turn();
    answered(slow, 100);
    await turn();
    expect(begun).to.include(next);
    expect(read).to.deep.equal([]);
    // As node:http does when enough of the answers are taken.
    socket[stopped] = false;
    socket.resume();
    await turn();
    expect(read).to.deep.equal(["more"]);
  });

  it("is read on one piece at a time when all of its requests have begun", async () => {
    let pieces = 0;
    const { socket, connection, begun, request, answered } = scene((chunk) => {
      pieces += 1;
      for (let at = 0; at < chunk.length; at += 18) {
        connection.take(request());
        // As node:http does after each request.
        socket.resume();
      }
    });
    await turn();
    const [first, second] = [request(), request()];
    connection.take(first);
    connection.take(second);
    await turn();
    for (let index = 0; index < 8; index += 1) socket.push(Buffer.alloc(18 * 50));
    await turn();
    expect(pieces).to.equal(0);
    answered(first, 0);
    await turn();
    expect([pieces, begun.length > 1]).to.deep.equal([1, true]);
  });
});
