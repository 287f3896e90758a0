import tls from "node:tls";
import { connectChainAdapter } from "../chain/client.ts";
import type { Config } from "../config.ts";
import { release } from "../config/release.ts";
import { simulations } from "../domain/payment/simulation.ts";
import { logger } from "../logger.ts";
import { loadTierIdentity } from "../pki/identity.ts";
import { tierId } from "../pki/names.ts";
import { EventSignals } from "../store/event/signals.ts";
import { requireSchema } from "../store/schema-needed.ts";
import { Store } from "../store/store.ts";
import { certificateExpiry, countConnections, followExpiry, serveMetrics } from "../telemetry.ts";
import { logMembers, startTraces } from "../telemetry/start-traces.ts";
import { serveHealth } from "../rpc/health.ts";
import { ProcessReporter } from "../rpc/process-reporter.ts";
import { dataKeySource } from "../platform/data-key.ts";
import { Sealer } from "../rpc/seal.ts";
import { SigningKeys } from "../services/signing/signing-keys.ts";
import { DataKeys } from "../services/data-keys/data-keys.ts";
import { onceAvailable } from "../store/available.ts";
import { startDelivery } from "./delivery/index.ts";
import { startLoops } from "./loops.ts";
import { settlementPolicies } from "./settlement/settings.ts";

/**
 * Upper limit of the poll interval for deliveries, verifications and test events: leases have to be renewed in time, and people wait for a
 * verification. Signals start deliveries earlier.
 */
const deliverMsMax = 250;

/** A running worker. */
export interface Worker {
  readonly healthPort: number;
  readonly metricsPort: number;
  /** Waits for running work to end, then releases all resources. */
  close(): Promise<void>;
}

/**
 * Starts the worker tier: settlement, expiry, event order, deliveries and maintenance, with gRPC health and metrics.
 *
 * @throws Error if the configuration names no database or a port is not available
 * @throws PkiError if the tier's certificate is unusable; SchemaBehind when the database lacks migrations of this version
 */
export async function startWorker(config: Config): Promise<Worker> {
  if (!config.database.url) throw new Error("the worker needs a database: set DATABASE_URL");
  tls.DEFAULT_MIN_VERSION = "TLSv1.3";
  const log = logger("worker", { level: config.log.level, members: logMembers(config.telemetry.traces) });
  await using stack = new AsyncDisposableStack();
  // Disposed last, so that the traces of the last rounds are exported.
  stack.use(await startTraces(config.telemetry.traces, { tier: "worker", version: release.version, log }));

  const identity = stack.use(
    loadTierIdentity({ dir: config.pki.dir, tier: "worker", trustDomain: config.trustDomain, log }),
  );
  followExpiry(certificateExpiry, identity);
  const { url, poolMax, statementTimeoutMs } = config.database;
  const onError = (error: Error): void => log.warn({ err: error }, "a database connection was lost");
  const signals = stack.use(new EventSignals({ url, onError }));
  const onEvents = (): void => signals.committed();
  const store = stack.use(new Store({ url, poolMax, statementTimeoutMs, onError, onEvents }));
  countConnections(() => store.connections());
  const keySource = dataKeySource(config);
  const dataKeys = stack.use(
    new DataKeys({ store, outerKey: await keySource.read(), readOuterKey: () => keySource.read(), log }),
  );
  await requireSchema(url, log);
  await onceAvailable(() => dataKeys.load(), { log });
  dataKeys.follow();
  const sealer = new Sealer(dataKeys);
  const signingKeys = stack.use(new SigningKeys({ store, sealer, log }));
  await onceAvailable(() => signingKeys.load(), { log });
  signingKeys.follow();
  const adapter = stack.use(
    connectChainAdapter({
      address: config.chainAdapter.address,
      tls: identity,
      expectedPeer: tierId(config.trustDomain, "chain-adapter"),
    }),
  );
  const reporter = stack.use(
    new ProcessReporter({
      release,
      certificate: identity,
      keep: (report) => store.reserved.processes.keep("worker", report),
      remove: ({ processId }) => store.reserved.processes.remove("worker", processId),
      log,
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
      onCommitted: (wake) => signals.onCommitted(wake),
      onSequenced: (signal) => signals.sequenced(signal),
    }),
    (loops) => loops.close(),
  );
  const { caFile, ...rules } = config.webhooks;
  stack.adopt(
    startDelivery({
      store,
      signals,
      sealer,
      signingKeys,
      publicUrl: config.publicUrl,
      rules: { ...rules, loopback: config.mode === "sandbox" },
      caFile,
      pollMs: Math.min(config.worker.pollMs, deliverMsMax),
      log,
    }),
    (delivery) => delivery.close(),
  );

  reporter.start();
  log.info({ healthPort: health.port, metricsPort: metrics.port }, "the worker runs");
  const running = stack.move();
  return { healthPort: health.port, metricsPort: metrics.port, close: () => running.disposeAsync() };
}
