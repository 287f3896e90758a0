import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import { Server as TlsServer, type TLSSocket } from "node:tls";
import { HttpConnection, connectionOf, type Handling } from "./connection.ts";
import { UnreadAnswers } from "./unread-answers.ts";

/** In this time a request that a caller sent before it could know better has come in. */
const IDLE_GRACE_MS = 2_000;
const IDLE_CHECK_MS = 50;

/** The connections of a server. */
export class Connections {
  readonly #server: Server;
  readonly #open = new Map<TLSSocket, HttpConnection>();
  #draining = false;

  constructor(server: Server, handling: Handling) {
    this.#server = server;
    const open = this.#open;
    const unread = new UnreadAnswers(() => open.values());
    server.on("secureConnection", (socket: TLSSocket) => {
      const connection = new HttpConnection(socket, handling, unread);
      if (this.#draining) connection.drain();
      this.#open.set(socket, connection);
      socket.once("close", () => {
        this.#open.delete(socket);
        connection.closed();
      });
    });
    const take = ({ socket }: IncomingMessage, response: ServerResponse) =>
      connectionOf(socket)?.take(response);
    server.on("request", take);
    // The application says when a body is wanted, and which expectations it does not know.
    server.on("checkContinue", take);
    server.on("checkExpectation", take);
  }

  /**
   * Stops listening and waits for the connections to end. RFC 9112 section 9.6: the last answer on each says so. Nothing can be said on
   * an idle one, so it stays open for a moment: its caller may have sent a request before it could see the end.
   */
  async drain(withinMs: number): Promise<void> {
    const server = this.#server;
    this.#draining = true;
    for (const connection of this.#open.values()) connection.drain();
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
    for (const [socket, connection] of this.#open) if (connection.unused) socket.end();
    this.#server.closeIdleConnections();
  }
}
