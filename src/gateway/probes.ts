import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import type { TierIdentity } from "../pki/identity.ts";
import { serveHealth } from "../rpc/health.ts";
import { type MetricsOptions, serveMetrics } from "../telemetry.ts";

/** What probes are answered from. */
export interface Probed {
  identity: TierIdentity;
  isReady: () => Promise<boolean>;
  log: Logger;
  /** What `/metrics` shows; the metrics of this process unless given. */
  metrics?: MetricsOptions["registry"];
}

/**
 * Answers for the gateway's health: HTTP on the loopback interface and gRPC, until `owner` is disposed of. @returns the metrics port.
 */
export async function answerProbes(
  { gateway, trustDomain }: Config,
  { identity, isReady, log, metrics }: Probed,
  owner: AsyncDisposableStack,
): Promise<number> {
  const { host, metricsPort, healthPort } = gateway;
  const shown = owner.use(await serveMetrics({ port: metricsPort, ready: isReady, registry: metrics }));
  const setting = "gateway.healthPort";
  const where = { host, port: healthPort, setting };
  const health = await serveHealth({ ...where, tls: identity, trustDomain, isReady, log });
  owner.defer(() => health.close());
  return shown.port;
}
