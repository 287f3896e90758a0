// HTTP by hand: what no HTTP library would send.
import { connect, type TLSSocket } from "node:tls";
import type { Rig } from "./rig.ts";

/** A TLS connection to the gateway on which bytes are written as they are. */
export class RawConnection implements Disposable {
  readonly socket: TLSSocket;
  #received = "";
  readonly #closed: Promise<void>;

  private constructor(socket: TLSSocket) {
    this.socket = socket;
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      this.#received += text;
    });
    // A connection that is cut off has ended as well.
    socket.on("error", () => undefined);
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  static open(rig: Rig): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(
        { host: "127.0.0.1", port: rig.gateway.port, ca: rig.ca, servername: "localhost" },
        () => resolve(new RawConnection(socket)),
      );
      socket.once("error", reject);
    });
  }

  /** One that has had so many small answers, one after the other, that the gateway takes as many of its requests at once as it ever does. */
  static async proven(rig: Rig): Promise<RawConnection> {
    const connection = await RawConnection.open(rig);
    for (let doublings = 0; doublings < 5; doublings += 1) {
      connection.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await connection.until('"errors":[]}');
      connection.#received = "";
    }
    return connection;
  }

  write(text: string | Uint8Array): void {
    this.socket.write(text);
  }

  /** Everything received, once it contains the text or the connection has ended. */
  async until(text: string): Promise<string> {
    while (!this.socket.closed && !this.#received.includes(text)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.#received;
  }

  /** Everything received until the other side has closed. */
  async rest(): Promise<string> {
    await this.#closed;
    return this.#received;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** Status and envelope of the first answer in what was received. */
export function parseAnswer(received: string): {
  status: number;
  head: string;
  json: { requestId?: string; errorCode?: string; errors?: { reason: string }[] };
} {
  const [head = "", body = ""] = received.split("\r\n\r\n", 2);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  return { status: Number(head.split(" ")[1]), head, json: JSON.parse(body.slice(0, length)) };
}
