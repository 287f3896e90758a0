import type { Config } from "../../config.ts";
import { namingFullDisk } from "../../platform/postgres/full-disk.ts";
import type { PartSpec, Supervisor } from "../../platform/supervisor.ts";
import { migrate } from "../../store/migrate.ts";
import { processesOf, type SharedTier } from "../processes.ts";
import { databasePart, networkPart, secondNetworkPart, tierPart } from "./parts.ts";
import type { Progress } from "./progress.ts";

/** What a process learns only when others have started. */
interface Learned {
  databaseUrl: string;
  /** CAIP-19 names of the development networks' tokens, the first network's first. */
  networkAssets: string[];
}

async function startDatabase(
  config: Config,
  supervisor: Supervisor,
  out: Progress,
  learned: Learned,
): Promise<void> {
  const part = databasePart(config, out, (url) => {
    learned.databaseUrl = url;
  });
  const where = `embedded PostgreSQL on 127.0.0.1:${config.database.embeddedPort}`;
  await out.step(
    part.name,
    () => supervisor.run(part),
    () => where,
  );
}

/** Brings the schema up to date; a full disk of the embedded database is named by its path. */
async function bringSchema({ database, dataDir }: Config, url: string): Promise<string[]> {
  try {
    return await migrate(url);
  } catch (error) {
    throw database.url ? error : namingFullDisk(error, dataDir);
  }
}

/** Starts the development networks that are wanted. */
async function startNetworks(
  config: Config,
  supervisor: Supervisor,
  out: Progress,
  learned: Learned,
): Promise<void> {
  const { network, secondNetwork } = config.chainAdapter;
  const heard = (at: number) => (asset: string) => {
    learned.networkAssets[at] = asset;
  };
  const run = async (part: PartSpec, where: string): Promise<void> => {
    await out.step(
      part.name,
      () => supervisor.run(part),
      () => where,
    );
  };
  if (network.development) await run(networkPart(config, out, heard(0)), network.rpcUrl);
  if (secondNetwork.served && secondNetwork.development) {
    await run(secondNetworkPart(config, out, heard(1)), secondNetwork.rpcUrl);
  }
}

/** The settings that only tiers with a database get; the others never hear its address. */
function coreEnvironment(config: Config, { databaseUrl, networkAssets }: Learned): Record<string, string> {
  const assets = [...config.sandbox.networkAssets, ...networkAssets.filter(Boolean)];
  return { DATABASE_URL: databaseUrl, PDA_SANDBOX_NETWORK_ASSETS: [...new Set(assets)].join(",") };
}

/** Where a tier is found, and how many processes share it when there are several. */
function whereShared(config: Config, tier: SharedTier, where: string): string {
  const count = processesOf(config, tier);
  return count > 1 ? `${where}, ${count} processes` : where;
}

/**
 * Starts everything in the order in which it needs each other: database, schema, development networks, chain adapter, core, worker,
 * gateway. @returns the database's connection string. @throws what the first part that does not start says.
 */
export async function startAll(config: Config, supervisor: Supervisor, out: Progress): Promise<string> {
  const { database, chainAdapter, core, gateway } = config;
  const learned: Learned = { databaseUrl: database.url ?? "", networkAssets: [] };
  if (!database.url) await startDatabase(config, supervisor, out, learned);
  const applied = (names: string[]) =>
    names.length > 0 ? `${names.length} migrations applied` : "up to date";
  await out.step("schema", () => bringSchema(config, learned.databaseUrl), applied);
  await startNetworks(config, supervisor, out, learned);

  const withDatabase = () => coreEnvironment(config, learned);
  const without = () => ({});
  // As many connections as processes share the core's address, so that each gateway process reaches all of them.
  const gatewaySettings = () => ({
    PDA_GATEWAY_CORE_STREAMS: String(Math.max(gateway.coreStreams, processesOf(config, "core"))),
  });
  // One process alone has nobody to take over from it.
  const reloads = (tier: SharedTier) => config[tier].processes !== undefined;
  const tiers = [
    { part: tierPart("chain-adapter", out, without), where: chainAdapter.address },
    {
      part: tierPart("core", out, withDatabase, reloads("core")),
      where: whereShared(config, "core", core.addresses.join(", ")),
    },
    { part: tierPart("worker", out, withDatabase), where: "" },
    {
      part: tierPart("gateway", out, gatewaySettings, reloads("gateway")),
      where: whereShared(config, "gateway", `${gateway.host}:${gateway.port}`),
    },
  ];
  for (const { part, where } of tiers)
    await out.step(
      part.name,
      () => supervisor.run(part),
      () => where,
    );
  return learned.databaseUrl;
}
