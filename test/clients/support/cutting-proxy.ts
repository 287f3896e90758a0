// A proxy with the service's own certificate that breaks streams of events in the middle of a frame, and now and then refuses one.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as send, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { layout } from "../../../src/pki/names.ts";
import type { Product } from "../../support/product.ts";

/** Bytes after which a connection breaks, in turn: most within a frame, some before the first event is whole. */
const cuts = [1500, 300, 4000, 700, 6000];
/** Every fourth request is refused. */
const refusedEach = 4;
const refusal = {
  success: false,
  status: "aborted",
  requestId: "req_1",
  timestamp: "2026-01-15T09:30:00.000Z",
  errorCode: "SVC-5030",
  message: "Later.",
  data: {},
  errors: [{ code: "SVC-5030", message: "Later.", reason: "UNAVAILABLE" }],
};

/** Serves on a free port of localhost until it is closed. */
export class CuttingProxy implements AsyncDisposable {
  readonly #product: Product;
  readonly #server: Server;
  /** `Last-Event-ID` of the requests that came; undefined for none. */
  readonly asked: (string | undefined)[] = [];
  /** Connections that were broken. */
  broken = 0;

  private constructor(product: Product) {
    this.#product = product;
    const { https } = layout(product.pkiDir);
    const identity = { cert: readFileSync(https.cert), key: readFileSync(https.key) };
    this.#server = createServer({ ...identity, minVersion: "TLSv1.3" }, (request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error));
    });
  }

  static async start(product: Product): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(product);
    proxy.#server.listen(0, "localhost");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve({ url = "", headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(headers["last-event-id"] as string | undefined);
    const number = this.asked.length;
    if (number % refusedEach === 0) {
      response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "0" });
      response.end(JSON.stringify(refusal));
      return;
    }
    const { baseUrl, ca } = this.#product;
    const request = send(new URL(url, baseUrl), { ca, servername: "localhost", headers, agent: false });
    response.on("close", () => request.destroy());
    request.on("error", () => response.destroy());
    request.end();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    const { connection: _, "transfer-encoding": __, ...rest } = answer.headers;
    response.writeHead(answer.statusCode ?? 0, rest);
    await this.#pass(answer, response, cuts[number % cuts.length] ?? 0);
  }

  /** Passes on so many bytes, and tells clients to connect again soon. */
  async #pass(answer: IncomingMessage, response: ServerResponse, bytesMax: number): Promise<void> {
    let left = bytesMax;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const bytes = Buffer.from(chunk.toString().replace("retry: 2000", "retry: 50"));
      await new Promise((resolve) => response.write(bytes.subarray(0, left), resolve));
      left -= bytes.length;
      if (left > 0) continue;
      this.broken += 1;
      response.destroy();
      return;
    }
    response.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}
