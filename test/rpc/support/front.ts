import { connect, createServer, type Server, type Socket } from "node:net";

/** One address for several cores: each new connection goes to the next of them, as with processes that share a port. */
export class Front implements Disposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Ports of those that take connections. Without any, a connection is closed at once. */
  ports: number[] = [];
  #turn = 0;
  /** Connections that were let through. */
  connections = 0;

  private constructor() {
    this.#server = createServer((from) => {
      const port = this.ports[this.#turn++ % Math.max(1, this.ports.length)];
      if (port === undefined) {
        from.destroy();
        return;
      }
      this.connections += 1;
      const to = connect(port, "127.0.0.1");
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  static async start(...ports: number[]): Promise<Front> {
    const front = new Front();
    front.ports = ports;
    await new Promise<void>((resolve) => front.#server.listen(0, "127.0.0.1", resolve));
    return front;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
