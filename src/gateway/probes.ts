import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import type { TierIdentity } from "../pki/identity.ts";
import { serveHealth } from "../rpc/health.ts";
import { type MetricsOptions, serveMetrics } from "../telemetry.ts";

/** The sources of the probes' answers. */
export interface Probed {
  identity: TierIdentity;
  isReady: () => Promise<boolean>;
  log: Logger;
  /** Collects the metrics that `/metrics` shows; by default those of this process. */
  collect?: MetricsOptions["collect"];
}

/** Serves the gateway's health over HTTP on the loopback interface and over gRPC, until `owner` is disposed. @returns the metrics port. */
export async function answerProbes(
  { gateway, trustDomain }: Config,
  { identity, isReady, log, collect }: Probed,
  owner: AsyncDisposableStack,
): Promise<number> {
  const { host, metricsPort, healthPort } = gateway;
  const shown = owner.use(await serveMetrics({ port: metricsPort, ready: isReady, collect }));
  const setting = "gateway.healthPort";
  const where = { host, port: healthPort, setting };
  const health = await serveHealth({ ...where, tls: identity, trustDomain, isReady, log });
  owner.defer(() => health.close());
  return shown.port;
}
