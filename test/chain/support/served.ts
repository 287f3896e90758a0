import type { ChainAdapter } from "../../../src/chain/adapter.ts";
import { connectChainAdapter } from "../../../src/chain/client.ts";
import { serveChainAdapter } from "../../../src/chain/server.ts";
import { fixedTls } from "../../support/fixed-tls.ts";
import { adapterId, throwAwayRoot, trustDomain, workerId } from "./certificates.ts";
import { recordingLog } from "./log.ts";

/** Puts an adapter behind a real server and returns what the worker holds: a client over mutual TLS. Closing it closes all. */
export async function served(adapter: ChainAdapter): Promise<ChainAdapter & { lines(): string }> {
  const root = await throwAwayRoot();
  const { log, lines } = recordingLog();
  const server = await serveChainAdapter({
    adapter,
    tls: fixedTls(await root.issue(adapterId)),
    host: "127.0.0.1",
    port: 0,
    trustDomain,
    log,
  });
  const client = connectChainAdapter({
    address: `127.0.0.1:${server.port}`,
    tls: fixedTls(await root.issue(workerId)),
    expectedPeer: adapterId,
  });
  const close = async (): Promise<void> => {
    await client.close();
    await server.close();
    await adapter.close();
  };
  return { ...client, close, [Symbol.asyncDispose]: close, lines };
}
