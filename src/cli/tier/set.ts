import type { Config } from "../../config.ts";
import { type Logger, logger } from "../../logger.ts";
import { loadTierIdentity } from "../../pki/identity.ts";
import { programFile, READY } from "../../platform/child.ts";
import { ProcessSet } from "../../platform/process-set.ts";
import { serveMetrics } from "../../telemetry.ts";
import { processesOf, type SharedTier } from "../processes.ts";
import { onReload, SET_STOP_MS, untilStopped } from "../signals.ts";
import { type TierOptions, tierConfig } from "./config.ts";

const MAIN = programFile("../main", import.meta.url);

/** Answers probes and serves the metrics of all processes. The set is ready when at least one process is ready. */
async function serveProbes(
  tier: SharedTier,
  config: Config,
  set: ProcessSet,
  log: Logger,
): Promise<AsyncDisposableStack> {
  await using opened = new AsyncDisposableStack();
  const isReady = () => set.isReady();
  const collect = () => set.metrics();
  if (tier === "gateway") {
    const { pki, trustDomain } = config;
    // Imported only here, to keep the supervisor small.
    const { answerProbes } = await import("../../gateway/probes.ts");
    const identity = opened.use(loadTierIdentity({ dir: pki.dir, tier, trustDomain, log }));
    await answerProbes(config, { identity, isReady, log, collect }, opened);
  } else {
    // The processes themselves answer gRPC health checks on the core's port.
    opened.use(await serveMetrics({ port: config.core.metricsPort, ready: isReady, collect }));
  }
  return opened.move();
}

/**
 * Runs a tier as several processes behind one address until a signal stops it; this process only supervises them.
 * @throws NotStarted with the reason when the processes cannot run: at the start, or when no process is left and none can be started.
 * A dependency that is away for a time, such as the database, is not such a reason.
 */
export async function runSet(tier: SharedTier, config: Config, options: TierOptions): Promise<never> {
  const log = logger(tier, { level: config.log.level });
  const set = new ProcessSet({
    script: MAIN,
    args: [tier],
    count: () => processesOf(tierConfig(tier, options), tier),
    log,
  });
  // Signals are handled before the first process starts, so every started process is always stopped in order.
  const stopped = untilStopped(`pda ${tier}`, { patienceMs: SET_STOP_MS, onForce: () => set.kill() });
  await using probes = new AsyncDisposableStack();
  const start = async () => {
    const ready = await set.start();
    probes.use(await serveProbes(tier, config, set, log));
    const processes = processesOf(config, tier);
    log.info(
      { processes, ready },
      ready === processes ? "all processes are ready" : "some processes are ready",
    );
    process.send?.(READY);
  };
  const started = start();
  onReload(
    () =>
      void started.then(
        () => set.reload(),
        () => undefined,
      ),
  );
  try {
    await Promise.race([stopped, started]);
    await Promise.race([stopped, set.failed]);
  } finally {
    await set.close();
    // An interrupted start rejects with its own error.
    await Promise.allSettled([started]);
    await probes.disposeAsync();
  }
  process.exit(0);
}
