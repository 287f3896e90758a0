// Serves the development network as JSON-RPC over HTTP on the loopback interface. Makes blocks while transactions need confirmations.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "../../../logger.ts";
import { assetName, developmentNetwork as network } from "../names.ts";
import { Chain } from "./chain.ts";
import { developmentMint } from "./genesis.ts";
import { Journal } from "./journal.ts";
import { methods, RpcFailure } from "./rpc.ts";

const BODY_BYTES_MAX = 1_048_576;
const QUIET_BLOCKS = 16;

export interface DevelopmentNodeOptions {
  /** Folder for the journal; created if it does not exist. */
  readonly dir: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Milliseconds between blocks while transactions need confirmations. 0: blocks are made on request only. */
  readonly blockTimeMs: number;
  /** Number of blocks above a block after which it is confirmed (default 0) and finalized (default 2). */
  readonly confirmedAfter?: number;
  readonly finalizedAfter?: number;
  /** Confirmations that a caller waits for. The network makes at least this number of blocks above a transaction. */
  readonly confirmations?: number;
  readonly log: Logger;
}

/** A running development network. */
export interface DevelopmentNode extends AsyncDisposable {
  readonly rpcUrl: string;
  readonly port: number;
  /** CAIP-2. */
  readonly network: string;
  /** CAIP-19 name of the development token, whose whole supply the development signer holds. */
  readonly asset: string;
  readonly chain: Chain;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > BODY_BYTES_MAX)
      throw new RpcFailure(-32600, `the request is longer than ${BODY_BYTES_MAX} bytes`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}

async function answer(chain: Chain, request: unknown): Promise<object> {
  const {
    id = null,
    method = "",
    params = [],
  } = (request ?? {}) as {
    id?: unknown;
    method?: string;
    params?: unknown[];
  };
  try {
    const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!handle) throw new RpcFailure(-32601, "Method not found");
    return { jsonrpc: "2.0", id, result: await handle(chain, params) };
  } catch (error) {
    const known = error instanceof RpcFailure ? error : new RpcFailure(-32603, (error as Error).message);
    const { code, message, data } = known;
    return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

async function serve(chain: Chain, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let answers: object;
  try {
    const asked: unknown = JSON.parse(await bodyOf(request));
    answers = Array.isArray(asked)
      ? await Promise.all(asked.map((each) => answer(chain, each)))
      : await answer(chain, asked);
  } catch {
    answers = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } };
  }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers));
}

/** Makes a block at each tick while a transaction waits or lacks confirmations. A network at rest costs nothing. */
function makeBlocks(chain: Chain, blockTimeMs: number, quietBlocks: number, log: Logger): () => void {
  if (blockTimeMs === 0) return () => undefined;
  let quietLeft = quietBlocks;
  const timer = setInterval(() => {
    if (chain.waiting === 0 && quietLeft === 0) return;
    try {
      const block = chain.mine();
      quietLeft = block.transactions.length > 0 ? quietBlocks : Math.max(quietLeft - 1, 0);
    } catch (error) {
      log.error({ err: error }, "a block could not be made or saved; the next tick tries again");
    }
  }, blockTimeMs);
  return () => clearInterval(timer);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

/**
 * Starts a development network that keeps its state: blocks survive restarts and SIGKILL. If the journal is unusable, it is put aside and a
 * new chain begins.
 * @throws Error if the port is taken, or the platform has no virtual machine
 */
export async function startDevelopmentNode(options: DevelopmentNodeOptions): Promise<DevelopmentNode> {
  const { dir, port, blockTimeMs, confirmedAfter = 0, finalizedAfter = 2, confirmations = 0, log } = options;
  const journal = new Journal(dir, log);
  const chain = await Chain.open({ confirmedAfter, finalizedAfter, journal });
  const server = createServer((request, response) => void serve(chain, request, response));
  await listen(server, port);
  const stopBlocks = makeBlocks(
    chain,
    blockTimeMs,
    Math.max(QUIET_BLOCKS, confirmations + finalizedAfter + 2),
    log,
  );
  const close = async (): Promise<void> => {
    stopBlocks();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    journal.close();
  };
  const actual = (server.address() as AddressInfo).port;
  return {
    rpcUrl: `http://127.0.0.1:${actual}`,
    port: actual,
    network,
    asset: assetName(network, await developmentMint()),
    chain,
    close,
    [Symbol.asyncDispose]: close,
  };
}
