// A TCP relay in front of a server, whose open connections can fall silent. It then forwards nothing on them in either direction and
// reports nothing to either end. New connections are forwarded. A stalled load balancer and a silent failover behave like this.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  silent: boolean;
}

export class Relay implements AsyncDisposable {
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  /** Passes on what one end has written. A test can look at it, or take its time. */
  passOn = (bytes: Buffer, to: Socket, _from: "client" | "server"): void => void to.write(bytes);

  private constructor(listener: Server) {
    this.#listener = listener;
  }

  /** Starts a relay in front of the server of a connection string. */
  static async start(url: string): Promise<Relay> {
    const { hostname, port } = new URL(url);
    const listener = createServer({ allowHalfOpen: true });
    const relay = new Relay(listener);
    listener.on("connection", (client) => relay.#join(client, Number(port), hostname));
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    return relay;
  }

  /** The connection string that leads through the relay. */
  url(direct: string): string {
    const url = new URL(direct);
    url.hostname = "127.0.0.1";
    url.port = String((this.#listener.address() as AddressInfo).port);
    return url.href;
  }

  /** Number of forwarded connections. */
  get open(): number {
    return [...this.#pairs].filter(({ silent }) => !silent).length;
  }

  /** Number of silent connections that the client has not closed. */
  get silent(): number {
    return [...this.#pairs].filter(({ silent, client }) => silent && !client.readableEnded).length;
  }

  /** Silences all open connections. @returns their number */
  silence(): number {
    const open = [...this.#pairs].filter(({ silent }) => !silent);
    for (const pair of open) pair.silent = true;
    return open.length;
  }

  /** Cuts all open connections. */
  cut(): void {
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  /** Discards all further answers on the open connections. Requests of the clients still arrive. */
  loseAnswers(): void {
    for (const pair of this.#pairs) pair.server.removeAllListeners("data").resume();
  }

  #join(client: Socket, port: number, host: string): void {
    const server = connect({ port, host, allowHalfOpen: true, noDelay: true });
    client.setNoDelay(true);
    const pair: Pair = { client, server, silent: false };
    this.#pairs.add(pair);
    const forward = (from: Socket, to: Socket, name: "client" | "server"): void => {
      from.on("data", (bytes) => {
        if (!pair.silent) this.passOn(bytes, to, name);
      });
      from.on("end", () => {
        if (!pair.silent) to.end();
      });
      from.on("error", () => {
        if (!pair.silent) to.destroy();
      });
    };
    forward(client, server, "client");
    forward(server, client, "server");
    client.on("close", () => {
      if (pair.silent) return;
      server.destroy();
      this.#pairs.delete(pair);
    });
  }

  async close(): Promise<void> {
    this.cut();
    this.#listener.close();
    await once(this.#listener, "close");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
