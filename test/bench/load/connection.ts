import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { AnswerReader } from "./answers.ts";
import { GaveUp } from "./gave-up.ts";
import { host, type LoadPlan } from "./plan.ts";

const readBytes = 64 * 1024;

/** A TLS 1.3 connection that stays open and has one request under way at any time. */
export class Connection {
  readonly #socket: TLSSocket;
  /** Called with the body of each answer that is 2xx, or of any. */
  answered: (body: Buffer, status: number) => void = () => undefined;
  /** Takes any answer; otherwise one that is not 2xx is a failure. */
  refusals = false;
  /** Called once when there is such an answer or the connection breaks. */
  failed: (error: Error) => void = () => undefined;

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.once("error", ({ message }) =>
      this.failed(new GaveUp(`a connection broke under load: ${message}`)),
    );
    socket.once("close", () => this.failed(new GaveUp("the server closed a connection under load")));
  }

  /** Connects. @throws GaveUp when that fails */
  static open({ port, ca, client }: Pick<LoadPlan, "port" | "ca" | "client">): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const answers = new AnswerReader();
      let connection: Connection | undefined;
      // One buffer for each connection, read without a stream: the generator shares the machine with what it measures.
      const onread = {
        buffer: Buffer.allocUnsafeSlow(readBytes),
        callback: (length: number, buffer: Uint8Array): boolean => {
          connection?.read(answers, Buffer.from(buffer.buffer, buffer.byteOffset, length));
          return true;
        },
      };
      const options = {
        host: "127.0.0.1",
        port,
        ca,
        servername: host,
        ALPNProtocols: ["http/1.1"],
        onread,
        ...client,
      };
      const socket = connect({ ...options, minVersion: "TLSv1.3" } as ConnectionOptions, () => {
        socket.off("error", refused);
        connection = new Connection(socket);
        resolve(connection);
      });
      const refused = ({ message }: Error): void => reject(new GaveUp(`no connection: ${message}`));
      socket.once("error", refused);
    });
  }

  /** Sends a request, given as text whose latin1 bytes are what travels. */
  send(request: string): void {
    this.#socket.write(request, "latin1");
  }

  private read(answers: AnswerReader, bytes: Buffer): void {
    try {
      for (const { status, body } of answers.push(bytes)) {
        if (status > 299 && !this.refusals)
          throw new GaveUp(`answered ${status}: ${body.subarray(0, 600).toString()}`);
        this.answered(body, status);
      }
    } catch (error) {
      this.failed(error as Error);
    }
  }

  close(): void {
    this.failed = () => undefined;
    this.#socket.destroy();
  }
}
