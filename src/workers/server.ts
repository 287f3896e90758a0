import tls from "node:tls";
import { connectChainAdapter } from "../chain/client.ts";
import type { Config } from "../config.ts";
import { simulations } from "../domain/payment/simulation.ts";
import { logger } from "../logger.ts";
import { loadTierIdentity } from "../pki/identity.ts";
import { tierId } from "../pki/names.ts";
import { Store } from "../store/store.ts";
import { serveMetrics } from "../telemetry.ts";
import { serveHealth } from "../rpc/health.ts";
import { startLoops } from "./loops.ts";
import { settlementPolicies } from "./settlement/settings.ts";

/** A running worker. */
export interface Worker {
  readonly healthPort: number;
  readonly metricsPort: number;
  /** Waits for running work to end, then releases all resources. */
  close(): Promise<void>;
}

/**
 * Starts the worker tier: settlement, expiry, event order and maintenance, with gRPC health and metrics.
 *
 * @throws Error if the configuration names no database or a port is not available
 * @throws PkiError if the tier's certificate is unusable
 */
export async function startWorker(config: Config): Promise<Worker> {
  if (!config.database.url) throw new Error("the worker needs a database: set DATABASE_URL");
  tls.DEFAULT_MIN_VERSION = "TLSv1.3";
  const log = logger("worker", { level: config.log.level });
  await using stack = new AsyncDisposableStack();

  const identity = stack.use(
    loadTierIdentity({ dir: config.pki.dir, tier: "worker", trustDomain: config.trustDomain, log }),
  );
  const store = stack.use(
    new Store({
      url: config.database.url,
      poolMax: config.database.poolMax,
      statementTimeoutMs: config.database.statementTimeoutMs,
      onError: (error) => log.warn({ err: error }, "a database connection was lost"),
    }),
  );
  const adapter = stack.use(
    connectChainAdapter({
      address: config.chainAdapter.address,
      tls: identity,
      expectedPeer: tierId(config.trustDomain, "chain-adapter"),
    }),
  );
  const isReady = () => store.isReachable();
  const metrics = stack.use(await serveMetrics({ port: config.worker.metricsPort, ready: isReady }));
  const { host, healthPort: port } = config.worker;
  const health = stack.adopt(
    await serveHealth({
      setting: "worker.healthPort",
      host,
      port,
      tls: identity,
      trustDomain: config.trustDomain,
      isReady,
      log,
    }),
    (each) => each.close(),
  );
  stack.adopt(
    startLoops({
      store,
      adapter,
      pollMs: config.worker.pollMs,
      ...settlementPolicies(config.settlement),
      requestedFailures: config.mode === "sandbox" ? simulations : undefined,
      log,
      idempotencyDays: config.idempotencyDays,
      ledgerCheckSeconds: config.worker.ledgerCheckSeconds,
    }),
    (loops) => loops.close(),
  );

  log.info({ healthPort: health.port, metricsPort: metrics.port }, "the worker runs");
  const running = stack.move();
  return { healthPort: health.port, metricsPort: metrics.port, close: () => running.disposeAsync() };
}
