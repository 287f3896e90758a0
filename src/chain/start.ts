import tls from "node:tls";
import type { Config } from "../config.ts";
import { logger } from "../logger.ts";
import { loadTierIdentity } from "../pki/identity.ts";
import { serveMetrics } from "../telemetry.ts";
import type { ChainAdapter } from "./adapter.ts";
import { type NetworkSettings, openChainAdapter } from "./open.ts";
import { serveChainAdapter } from "./server.ts";

/** A running chain adapter tier. */
export interface ChainAdapterTier {
  readonly port: number;
  readonly metricsPort: number;
  /** Lets running calls end, then lets go of everything. */
  close(): Promise<void>;
}

/**
 * Whether the node of a network answers; asked only when somebody asks for readiness. One network that is away is no reason to keep
 * callers from the others: its calls say so themselves.
 */
async function aNodeAnswers(adapter: ChainAdapter): Promise<boolean> {
  const networks = await adapter.listNetworks();
  await Promise.any(networks.map(({ network }) => adapter.getSigner({ network })));
  return true;
}

/** The networks that a deployment settles on. */
function networksOf({ chainAdapter }: Config): NetworkSettings[] {
  const { network, secondNetwork } = chainAdapter;
  return [network, ...(secondNetwork.served ? [secondNetwork] : [])];
}

/**
 * Starts the chain adapter tier: the networks of the configuration over gRPC, with health, reflection and metrics. A node that is
 * away is no reason not to start.
 *
 * @throws PkiError when its certificate cannot be used
 * @throws ChainError NETWORK_MISMATCH when the node serves another network
 * @throws Error when the signing key cannot be used, or a port cannot be had
 */
export async function startChainAdapter(config: Config): Promise<ChainAdapterTier> {
  tls.DEFAULT_MIN_VERSION = "TLSv1.3";
  const { chainAdapter, mode, pki, trustDomain } = config;
  const log = logger("chain-adapter", { level: config.log.level });
  await using opened = new AsyncDisposableStack();
  const identity = opened.use(loadTierIdentity({ dir: pki.dir, tier: "chain-adapter", trustDomain, log }));
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
