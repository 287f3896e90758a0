import { join } from "node:path";
import type { Config } from "../../config.ts";
import { tierOf } from "../../domain/settlement/policy.ts";
import { logger } from "../../logger.ts";
import type { Tier } from "../../pki/names.ts";
import { programFile, startChild } from "../../platform/child.ts";
import { startPostgres } from "../../platform/postgres.ts";
import type { Part, PartSpec } from "../../platform/supervisor.ts";
import { embeddedConnections } from "../connections.ts";
import { nodeFlags } from "../node-flags.ts";
import type { StartProgress } from "./progress.ts";

const MAIN = programFile("../main", import.meta.url);

/** Describes the embedded database as a part that the supervisor keeps running; `onUrl` receives its connection string. */
export function databasePart(config: Config, out: StartProgress, onUrl: (url: string) => void): PartSpec {
  return {
    name: "database",
    async start(): Promise<Part> {
      const log = logger("database", { level: config.log.level, destination: out.stream("database") });
      const settings = { max_connections: String(embeddedConnections(config)) };
      const port = config.database.embeddedPort;
      const postgres = await startPostgres({ dir: config.dataDir, port, settings, log });
      onUrl(postgres.url);
      return { exited: postgres.exited, pid: postgres.pid, close: postgres.close, kill: postgres.kill };
    },
  };
}

/**
 * Returns the most confirmations that a settlement on a network may wait for. A development network makes only that many blocks.
 * @param own confirmations that the network's own setting asks for
 */
function confirmationsMax({ settlement }: Config, own: number): number {
  return Math.max(own, ...settlement.finalityTiers.map((text) => tierOf(text)?.confirmations ?? 0));
}

/** Describes the development network as a part that the supervisor keeps running; `onAsset` receives the CAIP-19 name of its token. */
export function networkPart(config: Config, out: StartProgress, onAsset: (asset: string) => void): PartSpec {
  const { developmentPort, chainId, confirmations: own } = config.chainAdapter.network;
  const confirmations = confirmationsMax(config, own);
  return {
    name: "development network",
    async start(): Promise<Part> {
      // Imported only here: other commands and tiers do not need this code.
      const { startDevelopmentNetwork } = await import("../../platform/development-network.ts");
      const network = await startDevelopmentNetwork({
        dir: join(config.dataDir, "network"),
        port: developmentPort,
        portSetting: "chainAdapter.network.developmentPort (PDA_CHAIN_ADAPTER_NETWORK_DEVELOPMENT_PORT)",
        chainId,
        confirmations,
        log: logger("network", { level: config.log.level, destination: out.stream("network") }),
      });
      onAsset(network.asset);
      const exited = network.exited.then(({ code, signal }) =>
        signal ? `by ${signal}` : `with code ${code}`,
      );
      return { exited, close: () => network.close() };
    },
  };
}

/** Describes the second development network as a part, like `networkPart`; `onAsset` receives the CAIP-19 name of its token. */
export function secondNetworkPart(
  config: Config,
  out: StartProgress,
  onAsset: (asset: string) => void,
): PartSpec {
  const { developmentPort, confirmations: own } = config.chainAdapter.secondNetwork;
  const confirmations = confirmationsMax(config, own);
  return {
    name: "second development network",
    async start(): Promise<Part> {
      const { secondNetworkAsset, startSecondNetwork } = await import(
        "../../platform/development-network-second.ts"
      );
      const part = await startSecondNetwork({
        dir: join(config.dataDir, "network-2"),
        port: developmentPort,
        confirmations,
        logLevel: config.log.level,
        onLine: (line) => out.log("second-network", line),
        nodeFlags: nodeFlags(),
      });
      onAsset(await secondNetworkAsset());
      return part;
    },
  };
}

/**
 * Describes a tier as a child process of the `pda` command, with further environment. The tier gets a database address only from that
 * environment. A tier that is a set of processes `reloads`.
 */
export function tierPart(
  tier: Tier,
  out: StartProgress,
  environment: () => Record<string, string>,
  reloads = false,
): PartSpec {
  return {
    name: tier,
    start: async () => {
      const { DATABASE_URL: _url, PDA_DATABASE_URL: _sameUrl, ...env } = process.env;
      return startChild({
        name: tier,
        args: [...nodeFlags(tier), MAIN, tier],
        env: { ...env, ...environment() },
        onLine: (line) => out.log(tier, line),
        reloads,
      });
    },
  };
}
