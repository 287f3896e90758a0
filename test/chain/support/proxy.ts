import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}
export type RpcAnswer = Record<string, unknown>;
/** Changes what a node answers; a number is an HTTP status instead of an answer. */
export type Tamper = (request: RpcRequest, answer: RpcAnswer) => RpcAnswer | number;

async function bodyOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

export interface TamperingProxy {
  readonly url: string;
  tamper(by: Tamper): void;
  close(): Promise<void>;
}

/** Stands before a real node and lets a test play an old, a busy or a lying one. */
export async function tamperingProxy(rpcUrl: string): Promise<TamperingProxy> {
  let change: Tamper = (_request, answer) => answer;
  const server = createServer((message, response) => {
    void (async () => {
      const body = await bodyOf(message);
      const headers = { "content-type": "application/json" };
      const answer = await fetch(rpcUrl, { method: "POST", headers, body });
      const changed = change(JSON.parse(body) as RpcRequest, (await answer.json()) as RpcAnswer);
      if (typeof changed === "number") response.writeHead(changed).end();
      else response.writeHead(200, headers).end(JSON.stringify(changed));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: (by) => {
      change = by;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
