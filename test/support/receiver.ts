// A receiver of webhooks, as a merchant would have it, with a journal of all that came.
import { type KeyObject, verify } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";
import type { Credential } from "../../src/pki/authority.ts";
import { createRoot, issueLeaf } from "../../src/pki/authority.ts";

/** A request that came. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
  readonly at: number;
  /** Fingerprint of the certificate that the TLS client has shown. */
  readonly client: string | undefined;
}

/** Answers a request. */
export type Answering = (received: Received, response: ServerResponse) => void;

/** Answers the verification as the guide says, and everything else with 204 or as told. */
export const polite = (
  { body }: Received,
  response: ServerResponse,
  answerOthers: () => void = () => void response.writeHead(204).end(),
): void => {
  const { type, data } = JSON.parse(body) as {
    type: string;
    data: { webhookVerification?: { challenge: string } };
  };
  if (type !== "webhook.verification") return answerOthers();
  const { challenge } = data.webhookVerification ?? {};
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ challenge }));
};

/** Tells whether a request has one signature beside that of its secret, and it is good for an Ed25519 key (Standard Webhooks `v1a`). */
export function isSignedWith(key: KeyObject, headers: IncomingHttpHeaders, body: string): boolean {
  const text = (name: string): string => String(headers[name]);
  const [, signature = ""] = /^v1,\S+ v1a,(\S+)$/.exec(text("webhook-signature")) ?? [];
  const content = Buffer.from(`${text("webhook-id")}.${text("webhook-timestamp")}.${body}`);
  return verify(null, content, key, Buffer.from(signature, "base64"));
}

export class Receiver implements AsyncDisposable {
  readonly received: Received[] = [];
  answer: Answering;
  readonly #server: Server;

  private constructor(server: Server, answer: Answering) {
    this.answer = answer;
    this.#server = server;
    server.on("request", (request, response) => void this.#take(request, response));
    server.on("tlsClientError", () => undefined);
  }

  /** Starts a receiver with HTTPS. @param root the authority of its certificate. @param options of its TLS, in place of the usual ones */
  static async start(
    answer: Answering = polite,
    root?: Credential,
    options: ServerOptions = {},
  ): Promise<Receiver> {
    const authority = root ?? (await createRoot("Receivers", 2));
    const { cert, key } = await issueLeaf(authority, {
      commonName: "shop.example",
      dns: ["shop.example", "localhost"],
      ip: ["127.0.0.1"],
      usages: ["server"],
      days: 1,
    });
    return Receiver.#listen(createSecureServer({ cert, key, ...options }), answer);
  }

  /** Starts a receiver with HTTP, which only a sandbox on the same machine accepts. */
  static startPlain(answer: Answering = polite): Promise<Receiver> {
    return Receiver.#listen(createServer(), answer);
  }

  static async #listen(server: Server, answer: Answering): Promise<Receiver> {
    const receiver = new Receiver(server, answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** URL of a receiver with HTTP. */
  get plainUrl(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  /** URL of a receiver with HTTPS. */
  url(host = "shop.example"): string {
    return `https://${host}:${this.port}/hooks`;
  }

  /** Events other than verifications. */
  get events(): { readonly id: string; readonly type: string; readonly headers: IncomingHttpHeaders }[] {
    return this.received
      .map(({ headers, body }) => ({ headers, ...(JSON.parse(body) as { id: string; type: string }) }))
      .filter(({ type }) => type !== "webhook.verification");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      headers: request.headers,
      path: request.url ?? "",
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
      client:
        request.socket instanceof TLSSocket ? request.socket.getPeerCertificate().fingerprint256 : undefined,
    };
    this.received.push(received);
    this.answer(received, response);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
