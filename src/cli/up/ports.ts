import { type Config, environmentName } from "../../config.ts";
import { requirePort } from "../../platform/ports.ts";

interface PortUse {
  what: string;
  host: string;
  port: number;
  setting: string;
}

const LOOPBACK = "127.0.0.1";

/** Returns the ports that this installation listens on when all tiers run on one machine. */
export function portsOf(config: Config): PortUse[] {
  const { gateway, core, worker, chainAdapter, database } = config;
  const uses: PortUse[] = [
    { what: "the gateway", host: gateway.host, port: gateway.port, setting: "gateway.port" },
    {
      what: "the gateway's metrics",
      host: LOOPBACK,
      port: gateway.metricsPort,
      setting: "gateway.metricsPort",
    },
    {
      what: "the gateway's health",
      host: gateway.host,
      port: gateway.healthPort,
      setting: "gateway.healthPort",
    },
    { what: "the core", host: core.host, port: core.port, setting: "core.port" },
    { what: "the core's metrics", host: LOOPBACK, port: core.metricsPort, setting: "core.metricsPort" },
    { what: "the worker's health", host: worker.host, port: worker.healthPort, setting: "worker.healthPort" },
    { what: "the worker's metrics", host: LOOPBACK, port: worker.metricsPort, setting: "worker.metricsPort" },
    {
      what: "the chain adapter",
      host: chainAdapter.host,
      port: chainAdapter.port,
      setting: "chainAdapter.port",
    },
    {
      what: "the chain adapter's metrics",
      host: LOOPBACK,
      port: chainAdapter.metricsPort,
      setting: "chainAdapter.metricsPort",
    },
  ];
  if (!database.url) {
    uses.push({
      what: "the embedded database",
      host: LOOPBACK,
      port: database.embeddedPort,
      setting: "database.embeddedPort",
    });
  }
  if (chainAdapter.network.development) {
    uses.push({
      what: "the development network",
      host: LOOPBACK,
      port: chainAdapter.network.developmentPort,
      setting: "chainAdapter.network.developmentPort",
    });
  }
  if (chainAdapter.secondNetwork.served && chainAdapter.secondNetwork.development) {
    uses.push({
      what: "the second development network",
      host: LOOPBACK,
      port: chainAdapter.secondNetwork.developmentPort,
      setting: "chainAdapter.secondNetwork.developmentPort",
    });
  }
  return uses;
}

/** @throws PlatformError that names the setting of the first port that is taken. */
export async function requirePorts(config: Config): Promise<void> {
  for (const { what, host, port, setting } of portsOf(config)) {
    // Several programs may share port 0: the system then picks a free one for each.
    if (port !== 0) await requirePort(host, port, what, `${setting} (${environmentName(setting)})`);
  }
}
