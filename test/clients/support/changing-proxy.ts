// A proxy with the service's own certificate, as somebody has it who ends TLS in front of the service. It changes answers.
import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as send, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { layout } from "../../../src/pki/names.ts";
import type { Product } from "../../support/product.ts";

export interface ProxiedRequest {
  readonly method: string;
  /** The address as the client has it. */
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Changes an answer. */
export type Change = (answer: ProxiedAnswer, request: ProxiedRequest) => ProxiedAnswer;

/** Serves on a free port of localhost until it is closed. */
export class ChangingProxy implements AsyncDisposable {
  readonly #product: Product;
  readonly #change: Change;
  readonly #server: Server;
  /** Paths of the requests that came. */
  readonly paths: string[] = [];

  private constructor(product: Product, change: Change) {
    this.#product = product;
    this.#change = change;
    const { https } = layout(product.pkiDir);
    const identity = { cert: readFileSync(https.cert), key: readFileSync(https.key) };
    this.#server = createServer({ ...identity, minVersion: "TLSv1.3" }, (request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error));
    });
  }

  static async start(product: Product, change: Change): Promise<ChangingProxy> {
    const proxy = new ChangingProxy(product, change);
    proxy.#server.listen(0, "localhost");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    this.paths.push(url);
    const answer = await this.#forward(method, url, headers, await buffer(request));
    const changed = this.#change(answer, { method, address: this.url + url, headers });
    const { connection: _, "transfer-encoding": __, ...rest } = changed.headers;
    response.writeHead(changed.status, { ...rest, "content-length": changed.body.length });
    response.end(changed.body);
  }

  /** The header `Host` stays, because signatures cover the address. */
  async #forward(
    method: string,
    path: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<ProxiedAnswer> {
    const { connection: _, "transfer-encoding": __, ...rest } = headers;
    const { baseUrl, ca } = this.#product;
    const request = send(new URL(path, baseUrl), {
      ca,
      servername: "localhost",
      method,
      headers: rest,
      agent: false,
    });
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}
