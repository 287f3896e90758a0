import tls from "node:tls";
import type { Config } from "../../config.ts";
import { release } from "../../config/release.ts";
import { logger } from "../../logger.ts";
import { dataKeySource } from "../../platform/data-key.ts";
import { Sealer } from "../../rpc/seal.ts";
import { DataKeys } from "../../services/data-keys/data-keys.ts";
import { Bodies } from "../../services/event/bodies.ts";
import { EventCursors } from "../../services/event/cursor.ts";
import { onceAvailable } from "../../store/available.ts";
import { EventSignals } from "../../store/event/signals.ts";
import { requireSchema } from "../../store/schema-needed.ts";
import { Store } from "../../store/store.ts";
import { serveMetrics } from "../../telemetry.ts";
import { logMembers, startTraces } from "../../telemetry/start-traces.ts";
import { startLoop } from "../loop.ts";
import { relayLagEvents, relayLagSeconds } from "./metrics.ts";
import { NatsSink } from "./nats-sink.ts";
import { Relay } from "./relay.ts";
import { SinkError } from "./sink.ts";

const lagMs = 1_000;
const pollMsMax = 100;

/** A running relay. */
export interface RelayServer {
  readonly metricsPort: number;
  /** Waits for events under way, then releases all resources. */
  close(): Promise<void>;
}

/**
 * Starts a relay of the event log to NATS JetStream, with its metrics and probes. It starts also while NATS is away.
 *
 * @throws SinkError when NATS answers and the settings cannot work; Error when the configuration names no database
 */
export async function startRelay(config: Config): Promise<RelayServer> {
  const { url, poolMax, statementTimeoutMs } = config.database;
  if (!url) throw new Error("the relay needs a database: set DATABASE_URL");
  tls.DEFAULT_MIN_VERSION = "TLSv1.3";
  const log = logger("relay", { level: config.log.level, members: logMembers(config.telemetry.traces) });
  await using stack = new AsyncDisposableStack();
  // Disposed last, so that the traces of the last rounds are exported.
  stack.use(await startTraces(config.telemetry.traces, { tier: "relay", version: release.version, log }));
  const onError = (error: Error): void => log.warn({ err: error }, "a database connection was lost");
  const signals = stack.use(new EventSignals({ url, onError }));
  const store = stack.use(new Store({ url, poolMax, statementTimeoutMs, onError }));
  const keySource = dataKeySource(config);
  const dataKeys = stack.use(
    new DataKeys({ store, outerKey: await keySource.read(), readOuterKey: () => keySource.read(), log }),
  );
  await requireSchema(url, log);
  await onceAvailable(() => dataKeys.load(), { log });
  dataKeys.follow();
  const sink = stack.use(new NatsSink(config.relay, log));
  await sink.end().catch((error: unknown) => {
    if (!(error instanceof SinkError) || error.problem === "misconfigured") throw error;
  });
  const { name, from, metricsPort } = config.relay;
  const relay = new Relay({
    name,
    fromLatest: from === "latest",
    eventTypes: config.eventTypes,
    store,
    sink,
    bodies: new Bodies({ publicUrl: config.publicUrl, cursors: new EventCursors(new Sealer(dataKeys)) }),
    log,
  });
  const ready = async () => relay.isWorking && (await store.isReachable());
  const metrics = stack.use(await serveMetrics({ port: metricsPort, ready }));
  const lag = startLoop({
    name: "relay-lag",
    pauseMs: lagMs,
    round: async () => {
      const [own] = await store.read.relays.lags(name);
      relayLagEvents.set(own?.events ?? 0);
      relayLagSeconds.set(own?.seconds ?? 0);
      return false;
    },
    log,
  });
  stack.adopt(lag, (loop) => loop.close());
  const loop = startLoop({
    name: "relay",
    pauseMs: Math.min(config.worker.pollMs, pollMsMax),
    round: () => relay.round(),
    wakeOn: (wake) => signals.onSequenced(wake),
    log,
  });
  stack.adopt(loop, async (running) => {
    await running.close();
    // The lease runs out by itself when the database is away.
    await relay.close().catch(() => undefined);
  });
  log.info({ name, metricsPort: metrics.port }, "the relay runs");
  const running = stack.move();
  return { metricsPort: metrics.port, close: () => running.disposeAsync() };
}
