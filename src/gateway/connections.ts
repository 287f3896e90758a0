import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import { Server as TlsServer, type TLSSocket } from "node:tls";
import { Connection, connectionOf, type Lose, type Serve } from "./connection.ts";
import { UnreadAnswers } from "./unread.ts";

/** In this time a request that a caller sent before it could know better has come in. */
const IDLE_GRACE_MS = 2_000;
const IDLE_CHECK_MS = 50;

/** The connections of a server. */
export class Connections {
  readonly #server: Server;
  /** Connections, each with the bytes that it had taken in when the handshake was done. */
  readonly #open = new Map<TLSSocket, number>();
  #draining = false;

  /** @param serve answers the requests. @param lose is told of those whose bodies break off. */
  constructor(server: Server, serve: Serve, lose: Lose) {
    this.#server = server;
    const open = this.#open;
    const unread = new UnreadAnswers(function* () {
      for (const socket of open.keys()) yield connectionOf(socket) as Connection;
    });
    server.on("secureConnection", (socket: TLSSocket) => {
      const connection = new Connection(socket, serve, lose, unread);
      if (this.#draining) connection.drain();
      this.#open.set(socket, socket.bytesRead);
      socket.once("close", () => {
        this.#open.delete(socket);
        connection.closed();
      });
    });
    const take = ({ socket }: IncomingMessage, response: ServerResponse) =>
      connectionOf(socket)?.take(response);
    server.on("request", take);
    // An expectation other than 100-continue is ignored, as RFC 9110 section 10.1.1 allows: `417` would be of no use to its caller.
    server.on("checkExpectation", take);
  }

  /**
   * Stops listening and waits for the connections to end. RFC 9112 section 9.6: the last answer on each says so. Nothing can be said on
   * an idle one, so it stays open for a moment: its caller may have sent a request before it could see the end.
   */
  async drain(withinMs: number): Promise<void> {
    const server = this.#server;
    this.#draining = true;
    for (const socket of this.#open.keys()) connectionOf(socket)?.drain();
    const ended = new Promise<void>((resolve) => {
      // https.Server's own close() would cut idle connections off now; the one below it only stops listening.
      TlsServer.prototype.close.call(server, () => resolve());
    });
    const idleFrom = performance.now() + Math.min(IDLE_GRACE_MS, withinMs);
    const check = setInterval(() => {
      if (performance.now() >= idleFrom) this.#closeIdle();
    }, IDLE_CHECK_MS);
    const force = setTimeout(() => server.closeAllConnections(), withinMs);
    await ended;
    clearInterval(check);
    clearTimeout(force);
    // What is left of it: its timers.
    server.close();
  }

  #closeIdle(): void {
    for (const [socket, bytes] of this.#open) if (socket.bytesRead === bytes) socket.end();
    this.#server.closeIdleConnections();
  }
}
