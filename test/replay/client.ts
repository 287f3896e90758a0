import { Connection } from "../bench/load/connection.ts";

/** An answer: its status and its JSON. */
export interface Answer {
  readonly status: number;
  readonly json: { readonly data?: unknown; readonly errorCode?: string };
}

/** A caller with a connection of its own and one request under way at a time. */
export class Client {
  readonly #connection: Connection;
  readonly #common: string;

  private constructor(connection: Connection, common: string) {
    this.#connection = connection;
    this.#common = common;
  }

  static async open({ port, ca }: { port: number; ca: string }): Promise<Client> {
    const connection = await Connection.open({ port, ca });
    connection.refusals = true;
    return new Client(
      connection,
      `Host: localhost:${port}\r\nAccept: application/json\r\nContent-Type: application/json\r\n`,
    );
  }

  /** Sends a POST with an idempotency key. @throws Error when the connection breaks */
  post(request: { path: string; apiKey: string; key: string; body: string }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#connection.failed = reject;
      this.#connection.answered = (body, status) => resolve({ status, json: JSON.parse(body.toString()) });
      const { path, apiKey, key, body } = request;
      this.#connection.send(
        `POST ${path} HTTP/1.1\r\n${this.#common}Authorization: Bearer ${apiKey}\r\nIdempotency-Key: ${key}\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close(): void {
    this.#connection.close();
  }
}
