import tls from "node:tls";
import type { Config } from "../config.ts";
import { release } from "../config/release.ts";
import { logger } from "../logger.ts";
import { loadTierIdentity } from "../pki/identity.ts";
import { certificateExpiry, followExpiry, serveMetrics } from "../telemetry.ts";
import { logMembers, startTraces } from "../telemetry/start-traces.ts";
import type { ChainAdapter } from "./adapter.ts";
import { type NetworkSettings, openChainAdapter } from "./open.ts";
import { serveChainAdapter } from "./server.ts";

/** A running chain adapter tier. */
export interface ChainAdapterTier {
  readonly port: number;
  readonly metricsPort: number;
  /** Waits for running calls to end, then releases all resources. */
  close(): Promise<void>;
}

/**
 * Checks that the node of at least one network answers. Runs only when readiness is queried. One unreachable network does not make the
 * adapter unready, because callers can still use the others; calls to the unreachable network fail by themselves.
 */
async function aNodeAnswers(adapter: ChainAdapter): Promise<boolean> {
  const networks = await adapter.listNetworks();
  await Promise.any(networks.map(({ network }) => adapter.getSigner({ network })));
  return true;
}

/** Returns the networks that the deployment settles on. */
function networksOf({ chainAdapter }: Config): NetworkSettings[] {
  const { network, secondNetwork } = chainAdapter;
  return [network, ...(secondNetwork.served ? [secondNetwork] : [])];
}

/**
 * Starts the chain adapter tier: serves the configured networks over gRPC, with health, reflection and metrics. The tier also starts while
 * a node is unreachable.
 *
 * @throws PkiError if the tier's certificate is unusable
 * @throws ChainError NETWORK_MISMATCH if a node serves another network
 * @throws Error if a signing key is unusable or a port is not available
 */
export async function startChainAdapter(config: Config): Promise<ChainAdapterTier> {
  tls.DEFAULT_MIN_VERSION = "TLSv1.3";
  const { chainAdapter, mode, pki, trustDomain } = config;
  const log = logger("chain-adapter", {
    level: config.log.level,
    members: logMembers(config.telemetry.traces),
  });
  await using opened = new AsyncDisposableStack();
  const process = { tier: "chain-adapter", version: release.version, log };
  // Disposed last, so that the traces of the last calls are exported.
  opened.use(await startTraces(config.telemetry.traces, process));
  const identity = opened.use(loadTierIdentity({ dir: pki.dir, tier: "chain-adapter", trustDomain, log }));
  followExpiry(certificateExpiry, identity);
  const adapter = opened.use(
    await openChainAdapter(networksOf(config), { development: mode === "sandbox", log }),
  );
  const { host, port, metricsPort } = chainAdapter;
  const server = opened.use(
    await serveChainAdapter({ adapter, tls: identity, host, port, trustDomain, log }),
  );
  const metrics = opened.use(await serveMetrics({ port: metricsPort, ready: () => aNodeAnswers(adapter) }));

  const networks = (await adapter.listNetworks()).map(({ network }) => network);
  log.info({ port: server.port, metricsPort: metrics.port, networks }, "the chain adapter serves");
  const running = opened.move();
  return { port: server.port, metricsPort: metrics.port, close: () => running.disposeAsync() };
}
