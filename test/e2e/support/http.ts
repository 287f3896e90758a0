// REST requests as any HTTP client could send them, correct or not.
import type { IncomingHttpHeaders } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { checkDocumented } from "../../support/documented.ts";
import type { Product } from "../../support/product.ts";

/** What is sent. */
export interface Sent {
  readonly method?: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** A text goes as it is, anything else as JSON. */
  readonly body?: unknown;
  /** The body is sent this much later than the head. */
  readonly bodyDelayMs?: number;
}

/** What came back. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The envelope. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  readonly json: any;
}

/** Whom a request is sent to. */
type Front = Pick<Product, "baseUrl" | "ca"> & {
  /** PEM of the TLS client's certificate, with those above it, and of its key. */
  readonly asClient?: { readonly cert: string; readonly key: string };
  /** The caller's own address, one of 127.0.0.0/8. */
  readonly from?: string;
};

const agents = new WeakMap<Front, Agent>();

function agentOf(product: Front): Agent {
  const known = agents.get(product);
  if (known) return known;
  const { ca, asClient, from } = product;
  const source = from === undefined ? {} : { localAddress: from, family: 4 };
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 50, ...asClient, ...source });
  agents.set(product, agent);
  return agent;
}

/** Sends a request to the product, and checks that its status and form are documented; the method is POST when there is a body, else GET. */
export async function ask(product: Front, path: string, sent: Sent = {}): Promise<Received> {
  const received = await exchange(product, path, sent);
  checkDocumented(methodOf(sent), path, received.status, received.json);
  return received;
}

const methodOf = ({ body, method = body === undefined ? "GET" : "POST" }: Sent): string => method;

/** Sends a request, also one that the contract does not document. */
export function exchange(product: Front, path: string, sent: Sent): Promise<Received> {
  const { key, body } = sent;
  const method = methodOf(sent);
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const headers = {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(text === undefined ? {} : { "Content-Type": "application/json" }),
    ...(text === undefined ? {} : { "Content-Length": String(Buffer.byteLength(text)) }),
    ...sent.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      `${product.baseUrl}${path}`,
      { method, headers, agent: agentOf(product) },
      (response) => {
        let received = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          received += chunk;
        });
        response.on("error", reject);
        response.on("end", () => {
          const isJson = response.headers["content-type"]?.includes("json");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: received,
            json: isJson && received !== "" ? JSON.parse(received) : undefined,
          });
        });
      },
    );
    outgoing.on("error", reject);
    if (sent.bodyDelayMs === undefined) outgoing.end(text);
    else {
      outgoing.flushHeaders();
      setTimeout(() => outgoing.end(text), sent.bodyDelayMs);
    }
  });
}
