import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import type { Config } from "../../config.ts";
import { type Logger, logger } from "../../logger.ts";
import { loadTierIdentity } from "../../pki/identity.ts";
import { READY } from "../../platform/child.ts";
import { ProcessSet } from "../../platform/process-set.ts";
import { serveMetrics } from "../../telemetry.ts";
import { processesOf, type SharedTier } from "../processes.ts";
import { onReload, SET_STOP_MS, untilStopped } from "../signals.ts";
import { type TierOptions, tierConfig } from "./config.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Answers probes and shows metrics for all processes: ready when at least one is. */
async function serveProbes(
  tier: SharedTier,
  config: Config,
  set: ProcessSet,
  log: Logger,
): Promise<AsyncDisposableStack> {
  await using opened = new AsyncDisposableStack();
  const isReady = () => set.isReady();
  const registry = { metrics: () => set.metrics(), contentType: Registry.PROMETHEUS_CONTENT_TYPE };
  if (tier === "gateway") {
    const { pki, trustDomain } = config;
    // Loaded only here: this process is to stay small.
    const { answerProbes } = await import("../../gateway/probes.ts");
    const identity = opened.use(loadTierIdentity({ dir: pki.dir, tier, trustDomain, log }));
    await answerProbes(config, { identity, isReady, log, metrics: registry }, opened);
  } else {
    // Its gRPC health is on its own port, where a process answers that is there to take calls.
    opened.use(await serveMetrics({ port: config.core.metricsPort, ready: isReady, registry }));
  }
  return opened.move();
}

/**
 * Runs a tier as several processes behind one address until it is told to stop; this process only looks after them.
 * @throws NotStarted with the reason when they cannot run: at the start, or when none is left and none can be started. That something
 * is away which may come back is no such reason.
 */
export async function runSet(tier: SharedTier, config: Config, options: TierOptions): Promise<never> {
  const log = logger(tier, { level: config.log.level });
  const set = new ProcessSet({
    script: MAIN,
    args: [tier],
    count: () => processesOf(tierConfig(tier, options), tier),
    log,
  });
  // Heard from here on: what was started by then is always stopped in order.
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
    // A start that was interrupted ends with its own complaint.
    await Promise.allSettled([started]);
    await probes.disposeAsync();
  }
  process.exit(0);
}
