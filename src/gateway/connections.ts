import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:https";
import { Server as TlsServer, type TLSSocket } from "node:tls";

/** In this time a request that a caller sent before it could know better has come in. */
const IDLE_GRACE_MS = 2_000;
const IDLE_CHECK_MS = 50;

/** The connections of a server, and what is being answered on them. */
export class Connections {
  readonly #server: Server;
  /** Connections, each with the bytes that it had taken in when the handshake was done. */
  readonly #open = new Map<TLSSocket, number>();
  readonly #answering = new Map<unknown, ServerResponse>();
  #draining = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("secureConnection", (socket: TLSSocket) => {
      this.#open.set(socket, socket.bytesRead);
      socket.once("close", () => this.#open.delete(socket));
    });
    // Before the application, which may answer at once.
    server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#answering.set(socket, response);
      if (this.#draining) lastOn(response);
      response.once("close", () => {
        if (this.#answering.get(socket) === response) this.#answering.delete(socket);
      });
    });
  }

  /** Whether an answer is on its way on this connection. */
  isAnswering(socket: unknown): boolean {
    return this.#answering.has(socket);
  }

  /**
   * Stops listening and waits for the connections to end. RFC 9112 section 9.6: the last answer on each says so. Nothing can be said on
   * an idle one, so it stays open for a moment: its caller may have sent a request before it could see the end.
   */
  async drain(withinMs: number): Promise<void> {
    const server = this.#server;
    this.#draining = true;
    for (const response of this.#answering.values()) lastOn(response);
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

/** Makes an answer the last one on its connection, and says so, unless its head is out already. */
function lastOn(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}
