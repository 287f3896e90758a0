import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import { Server as TlsServer, type TLSSocket } from "node:tls";
import { HttpConnection, connectionOf, type Handling } from "./connection.ts";
import { UnreadAnswers } from "./unread-answers.ts";

/** Within this time, a request arrives that a caller sent before it could see the end of the connection. */
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
    // The application decides whether it wants a body, and which expectations it refuses.
    server.on("checkContinue", take);
    server.on("checkExpectation", take);
  }

  /**
   * Stops listening and waits for the connections to end. The last answer on each connection says so (RFC 9112 section 9.6). An idle
   * connection has no answer to say so, so it stays open briefly: its caller may have sent a request already.
   */
  async drain(withinMs: number): Promise<void> {
    const server = this.#server;
    this.#draining = true;
    for (const connection of this.#open.values()) connection.drain();
    const ended = new Promise<void>((resolve) => {
      // `https.Server.close` would cut idle connections at once. The method of its superclass only stops listening.
      TlsServer.prototype.close.call(server, () => resolve());
    });
    const idleFrom = performance.now() + Math.min(IDLE_GRACE_MS, withinMs);
    const check = setInterval(() => {
      if (performance.now() < idleFrom) return;
      for (const connection of this.#open.values()) connection.endIfIdle();
    }, IDLE_CHECK_MS);
    // The list of `node:http` lacks connections that it has handed over for a CONNECT.
    const force = setTimeout(() => {
      for (const socket of this.#open.keys()) socket.destroy();
    }, withinMs);
    await ended;
    clearInterval(check);
    clearTimeout(force);
    // Clears the timers of `https.Server`.
    server.close();
  }
}
