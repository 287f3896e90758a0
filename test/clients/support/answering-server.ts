// A TLS server of localhost that gives prepared answers and keeps what it was asked.
import { once } from "node:events";
import type { X509Certificate } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { createRoot, issueLeaf } from "../../../src/pki/authority.ts";

/** A prepared answer. */
export interface Prepared {
  readonly status: number;
  /** A text as it is; anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What happens instead of the answer: the connection breaks before it, in the middle of it, or nothing comes; its bytes come one by one;
   * or it does not end.
   */
  readonly instead?: "break" | "break off" | "silence" | "drip" | "hold";
}

/** A request that came. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What the client showed of itself. */
  readonly certificate: X509Certificate | undefined;
}

const envelope = { requestId: "req_1", timestamp: "2026-01-15T09:30:00.000Z" };

/** The envelope of a success. */
export const success = (data: object): object => ({
  success: true,
  status: "ok",
  ...envelope,
  message: "Yes.",
  data,
  errors: [],
});

/** The envelope of a refusal. */
export const refused = (errorCode: string): object => ({
  success: false,
  status: "aborted",
  ...envelope,
  errorCode,
  message: "No.",
  data: {},
  errors: [{ code: errorCode, message: "No.", reason: "WHY" }],
});

async function drip(text: string, response: ServerResponse): Promise<void> {
  for (const byte of Buffer.from(text)) {
    await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    await turn();
  }
  response.end();
}

export class AnsweringServer implements AsyncDisposable {
  readonly #server: Server;
  /** PEM of the root that the server's certificate goes back to. */
  readonly ca: string;
  /** Requests since the last `prepare`. */
  asked: Asked[] = [];
  #answers: Prepared[] = [];

  private constructor(ca: string, cert: string, key: string) {
    this.ca = ca;
    // Asks for a certificate as the service does, and takes any and none.
    const clients = { requestCert: true, rejectUnauthorized: false };
    this.#server = createServer({ cert, key, minVersion: "TLSv1.3", ...clients }, (request, response) => {
      void text(request).then((body) => {
        const { method = "", url = "", headers } = request;
        const certificate = (request.socket as TLSSocket).getPeerX509Certificate();
        this.asked.push({ method, url, headers, body, certificate });
        const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
        if (!answer || answer.instead === "silence") return;
        if (answer.instead === "break") {
          request.socket.destroy();
          return;
        }
        const bytes = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? {});
        const isShort = answer.instead === "break off";
        response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
        if (answer.instead === "drip") {
          void drip(bytes, response);
          return;
        }
        response.write(isShort ? bytes.slice(0, 10) : bytes, () => {
          if (isShort) request.socket.destroy();
          else if (answer.instead !== "hold") response.end();
        });
      });
    });
  }

  /** @param certificate host that the server's certificate is for, and the time of its issue, a day before its end */
  static async start({
    host = "localhost",
    now = new Date(),
  }: {
    host?: string;
    now?: Date;
  } = {}): Promise<AnsweringServer> {
    const root = await createRoot("test root", 1);
    const leaf = await issueLeaf(root, {
      commonName: host,
      dns: [host],
      ip: [],
      usages: ["server"],
      days: 1,
      now,
    });
    const server = new AnsweringServer(root.cert, leaf.cert, leaf.key);
    server.#server.listen(0, "localhost");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Prepares answers, the last of them again and again, and forgets the requests so far. */
  prepare(...answers: Prepared[]): void {
    this.#answers = answers;
    this.asked = [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}
