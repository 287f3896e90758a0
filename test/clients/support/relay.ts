// The relay of clients/conformance/README.md: passes requests on to the service, changed as the first segment of the path says, and
// records them.
import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Agent, createServer, request as send, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { PathTree } from "../../../src/gateway/path-tree.ts";
import { openapi, type Node } from "../../support/openapi-document.ts";
import { futureAnswer } from "./future.ts";

/** One request that a client sent. */
export interface Seen {
  /** Number of steps that were reported before the request. */
  readonly step: number;
  /** First segment of the path, e.g. `flaky`. */
  readonly way: string;
  readonly method: string;
  /** The operation that was called; undefined when the document has no such path or method. */
  readonly operation: string | undefined;
  readonly userAgent: string;
  readonly requestTimeout: string | undefined;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  /** The request was passed on to the service. */
  reached: boolean;
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** How to reach the service, and the relay's own certificate (PEM). */
export interface RelayOptions {
  readonly target: string;
  readonly targetCa: string | undefined;
  readonly cert: string;
  readonly key: string;
}

const slowMs = 5000;
const verbs = ["get", "post", "patch", "put", "delete"];
const operations = new PathTree<Node>(["idempotencyKey"]);
for (const [path, item] of Object.entries(openapi.paths as Record<string, Node>))
  Object.assign(
    operations.at(path, () => ({})),
    Object.fromEntries(verbs.flatMap((verb) => (item[verb] ? [[verb, item[verb].operationId]] : []))),
  );

/** Serves on a free port of localhost until it is closed. */
export class Relay implements AsyncDisposable {
  readonly #options: RelayOptions;
  readonly #server: Server;
  readonly #agent: Agent;
  readonly #attempts = new Map<string, number>();
  /** What the present client has sent. */
  seen: Seen[] = [];
  /** Number of steps that the present client has reported. */
  steps: () => number = () => 0;

  private constructor(options: RelayOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, ...(options.targetCa ? { ca: options.targetCa } : {}) });
    const { cert, key } = options;
    this.#server = createServer({ cert, key, minVersion: "TLSv1.3" }, (request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error));
    });
  }

  static async start(options: RelayOptions): Promise<Relay> {
    const relay = new Relay(options);
    relay.#server.listen(0, "localhost");
    await once(relay.#server, "listening");
    return relay;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Begins a new record. */
  record(steps: () => number): void {
    this.seen = [];
    this.steps = steps;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    // A client reports a step before it sends the next request. One turn lets the report arrive first.
    await turn();
    const [, way = "", path = ""] = /^\/([^/]*)(.*)$/.exec(request.url ?? "") ?? [];
    const seen = this.#note(request, way, path);
    const forward = (headers: OutgoingHttpHeaders = {}): Promise<Answer> => {
      seen.reached = true;
      return this.#forward(path, request, body, headers);
    };
    switch (way) {
      case "plain":
        return reply(response, await forward());
      case "slow": {
        const answer = await forward();
        await sleep(slowMs, undefined, { ref: false });
        return reply(response, answer);
      }
      case "future": {
        const { status, headers, body: said } = await forward({ "accept-encoding": "identity" });
        const text = JSON.stringify(futureAnswer(JSON.parse(said.toString()), seen.operation, status));
        return reply(response, { status, headers, body: Buffer.from(text) });
      }
      case "flaky": {
        const attempt = (this.#attempts.get(seen.key ?? "") ?? 0) + 1;
        if (seen.method !== "GET") this.#attempts.set(seen.key ?? "", attempt);
        if (seen.method === "GET" || attempt > 2) return reply(response, await forward());
        if (attempt === 1) return reply(response, unavailable());
        await forward();
        response.destroy();
        return;
      }
      case "foreign":
        return reply(response, foreign);
      case "redirect":
        return reply(response, redirect(`${this.url}/plain${path}`));
      default:
        return reply(response, { ...foreign, status: 404 });
    }
  }

  #note({ method = "", headers }: IncomingMessage, way: string, path: string): Seen {
    const match = operations.find(path.split("?", 1)[0] ?? "");
    const seen: Seen = {
      step: this.steps(),
      way,
      method,
      operation: match?.leaf[method.toLowerCase()],
      userAgent: headers["user-agent"] ?? "",
      requestTimeout: headers["request-timeout"] as string | undefined,
      key: headers["idempotency-key"] as string | undefined,
      authorization: headers.authorization,
      reached: false,
    };
    this.seen.push(seen);
    return seen;
  }

  async #forward(
    path: string,
    { method, headers }: IncomingMessage,
    body: Buffer,
    changed: OutgoingHttpHeaders,
  ): Promise<Answer> {
    const url = new URL(`${this.#options.target.replace(/\/$/, "")}${path}`);
    const { host: _, connection: __, "transfer-encoding": ___, upgrade: ____, ...rest } = headers;
    const request = send(url, { agent: this.#agent, method, headers: { ...rest, ...changed } });
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await once(this.#server, "close");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function reply(response: ServerResponse, { status, headers, body }: Answer): void {
  const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...rest } = headers;
  const empty = status === 204 || status === 304;
  response.writeHead(status, empty ? rest : { ...rest, "content-length": body.length });
  response.end(body);
}

const foreign: Answer = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: Buffer.from("<!doctype html><title>Welcome</title><p>This is some other server."),
};

const redirect = (location: string): Answer => ({
  status: 307,
  headers: { location, "content-type": "text/html; charset=utf-8" },
  body: Buffer.from("<!doctype html><title>Moved</title>"),
});

const unavailable = (): Answer => ({
  status: 503,
  headers: { "content-type": "application/json", "retry-after": "0" },
  body: Buffer.from(
    JSON.stringify({
      success: false,
      status: "unavailable",
      requestId: `req_relay${Date.now()}`,
      timestamp: new Date().toISOString(),
      errorCode: "SVC-5030",
      message: "The service is not available right now.",
      data: {},
      errors: [{ code: "SVC-5030", reason: "SHUTTING_DOWN", message: "The relay answers this." }],
    }),
  ),
});
