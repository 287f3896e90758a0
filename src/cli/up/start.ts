import type { Config } from "../../config.ts";
import { namingFullDisk } from "../../platform/postgres/full-disk.ts";
import type { PartSpec, Supervisor } from "../../platform/supervisor.ts";
import { migrate } from "../../store/migrate.ts";
import type { Store } from "../../store/store.ts";
import { openStore } from "../operator-keys.ts";
import { processesOf, type SharedTier } from "../processes.ts";
import { databasePart, networkPart, secondNetworkPart, tierPart } from "./parts.ts";
import type { StartProgress } from "./progress.ts";

/** Values that are known only after other parts have started. */
interface Learned {
  databaseUrl: string;
  /** CAIP-19 names of the development networks' tokens, the first network's first. */
  networkAssets: string[];
}

/** Brings the schema up to date. An error for a full disk names the path of the embedded database. */
async function bringSchema({ database, dataDir }: Config, url: string): Promise<string[]> {
  try {
    return await migrate(url);
  } catch (error) {
    throw database.url ? error : namingFullDisk(error, dataDir);
  }
}

/** Returns the settings for tiers with a database; other tiers do not get the database address. */
function coreEnvironment(config: Config, { databaseUrl, networkAssets }: Learned): Record<string, string> {
  const assets = [...config.sandbox.networkAssets, ...networkAssets.filter(Boolean)];
  return { DATABASE_URL: databaseUrl, PDA_SANDBOX_NETWORK_ASSETS: [...new Set(assets)].join(",") };
}

/** Returns the address of a tier, and the number of processes behind it when several share it. */
function whereShared(config: Config, tier: SharedTier, where: string): string {
  const count = processesOf(config, tier);
  return count > 1 ? `${where}, ${count} processes` : where;
}

/**
 * Starts all parts; independent parts start at the same time: database and schema beside the development networks, the chain adapter after
 * the networks, and then the worker after the adapter, beside the gateway after the core.
 * @returns the store, whose code is loaded while the tiers start. @throws the error of the first part that does not start
 */
export async function startAll(config: Config, supervisor: Supervisor, out: StartProgress): Promise<Store> {
  const { chainAdapter, core, gateway } = config;
  const { network, secondNetwork } = chainAdapter;
  const learned: Learned = { databaseUrl: config.database.url ?? "", networkAssets: [] };
  const run = (part: PartSpec, where: string): Promise<void> =>
    out.step(
      part.name,
      () => supervisor.run(part),
      () => where,
    );

  const startDatabase = async (): Promise<void> => {
    const part = databasePart(config, out, (url) => (learned.databaseUrl = url));
    if (!config.database.url)
      await run(part, `embedded PostgreSQL on 127.0.0.1:${config.database.embeddedPort}`);
    const applied = (names: string[]) =>
      names.length > 0 ? `${names.length} migrations applied` : "up to date";
    await out.step("schema", () => bringSchema(config, learned.databaseUrl), applied);
  };
  const startNetwork = async (): Promise<void> => {
    const part = networkPart(config, out, (asset) => (learned.networkAssets[0] = asset));
    if (network.development) await run(part, network.rpcUrl);
  };
  const startSecondNetwork = async (): Promise<void> => {
    const part = secondNetworkPart(config, out, (asset) => (learned.networkAssets[1] = asset));
    if (secondNetwork.served && secondNetwork.development) await run(part, secondNetwork.rpcUrl);
  };
  const database = startDatabase();
  const store = database.then(() => openStore(config, learned.databaseUrl));
  const networks = Promise.all([startNetwork(), startSecondNetwork()]);

  const withDatabase = () => coreEnvironment(config, learned);
  // At least one connection per core process behind the address, so that each gateway process reaches all core processes.
  const gatewaySettings = () => ({
    PDA_GATEWAY_CORE_STREAMS: String(Math.max(gateway.coreStreams, processesOf(config, "core"))),
  });
  // A single process cannot reload: no second process takes over its connections.
  const reloads = (tier: SharedTier) => config[tier].processes !== undefined;
  const startAdapterAndWorker = async (): Promise<void> => {
    await networks;
    await run(
      tierPart("chain-adapter", out, () => ({})),
      chainAdapter.address,
    );
    await database;
    await run(tierPart("worker", out, withDatabase), "");
  };
  const startCoreAndGateway = async (): Promise<void> => {
    await Promise.all([database, networks]);
    const corePart = tierPart("core", out, withDatabase, reloads("core"));
    await run(corePart, whereShared(config, "core", core.addresses.join(", ")));
    const gatewayPart = tierPart("gateway", out, gatewaySettings, reloads("gateway"));
    await run(gatewayPart, whereShared(config, "gateway", `${gateway.host}:${gateway.port}`));
  };
  await Promise.all([store, networks, startAdapterAndWorker(), startCoreAndGateway()]);
  return store;
}
