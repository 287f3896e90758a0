import { type Config, ConfigError } from "../config.ts";
import { TIERS, type Tier } from "../pki/names.ts";

interface Demand {
  readonly setting: string;
  readonly given: (config: Config) => boolean;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Tells whether nobody on the way can read or change what is said to a server: it is on this machine, or speaks TLS. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.test(hostname);
}

/** Tells the same of the database. As the driver does, takes the last `host` of the query before the host of the URL; a path is a socket. */
function isPrivateDatabase(url: string | undefined): boolean {
  if (url === undefined) return true;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.getAll("host").at(-1) ?? decodeURIComponent(hostname);
  return (
    LOOPBACK.test(host) || host.startsWith("/") || searchParams.getAll("sslmode").at(-1) === "verify-full"
  );
}

const A_DATABASE: Demand = {
  setting: "database.url (DATABASE_URL)",
  given: ({ database }) => database.url !== undefined,
};

const DATABASE: readonly Demand[] = [
  A_DATABASE,
  {
    setting: "database.url (DATABASE_URL) with sslmode=verify-full, unless the database is on this machine",
    given: ({ database }) => isPrivateDatabase(database.url),
  },
];

/** It stands in tokens, payment links and revocation lists, and in certificates for years. */
const PUBLIC_ADDRESS: Demand = {
  setting: "publicUrl, the address by which others reach the service",
  given: ({ publicUrl }) => !LOOPBACK.test(new URL(publicUrl).hostname),
};

/** It stands in the trust root and in the certificates of publishers and devices, which nobody can change afterwards. */
const OWN_DOMAIN: Demand = {
  setting: "assetDomain, a domain of your own",
  given: ({ assetDomain }) => !assetDomain.endsWith(".example"),
};

/** Required of every tier. */
const OF_ALL: readonly Demand[] = [
  {
    setting: "telemetry.traces.endpoint with https, unless the collector is on this machine",
    given: ({ telemetry: { traces } }) => traces.endpoint === undefined || isPrivate(traces.endpoint),
  },
];

/** Settings that production mode requires, by tier; development defaults must not reach production. */
const DEMANDS: Record<Tier | "relay", readonly Demand[]> = {
  gateway: [
    {
      setting: "gateway.tls.certFile and gateway.tls.keyFile",
      given: ({ gateway }) => gateway.tls.certFile !== undefined,
    },
    PUBLIC_ADDRESS,
  ],
  core: [...DATABASE, PUBLIC_ADDRESS, OWN_DOMAIN],
  worker: [...DATABASE, PUBLIC_ADDRESS],
  relay: [
    ...DATABASE,
    {
      setting: "relay.servers with tls://, unless NATS is on this machine",
      given: ({ relay }) =>
        relay.servers.every((server) => server.startsWith("tls:") || LOOPBACK.test(new URL(server).hostname)),
    },
    {
      setting: "relay.credentialsFile, relay.nkeyFile or relay.tls.certFile",
      given: ({ relay: { credentialsFile, nkeyFile, tls } }) =>
        [credentialsFile, nkeyFile, tls.certFile].some((file) => file !== undefined),
    },
  ],
  "chain-adapter": [
    {
      setting: "chainAdapter.network.rpcUrl",
      given: ({ chainAdapter }) => !chainAdapter.network.development,
    },
    {
      setting: "chainAdapter.network.rpcUrl with https, unless the node is on this machine",
      given: ({ chainAdapter }) => isPrivate(chainAdapter.network.rpcUrl),
    },
    {
      setting: "chainAdapter.secondNetwork.rpcUrl with https, unless the node is on this machine",
      given: ({ chainAdapter: { secondNetwork } }) =>
        !secondNetwork.served || isPrivate(secondNetwork.rpcUrl),
    },
    {
      setting: "chainAdapter.network.signerKeyFile",
      given: ({ chainAdapter }) => chainAdapter.network.signerKeyFile !== undefined,
    },
    {
      setting: "chainAdapter.secondNetwork.signerKeyFile",
      given: ({ chainAdapter: { secondNetwork } }) =>
        !secondNetwork.served || secondNetwork.signerKeyFile !== undefined,
    },
  ],
};

/** Returns the settings that production mode requires and that are missing, each with the tiers that need it. None in a sandbox. */
export function missingOf(config: Config): Map<string, readonly string[]> {
  const missing = new Map<string, readonly string[]>();
  if (config.mode !== "production") return missing;
  for (const tier of TIERS)
    for (const { setting, given } of [...OF_ALL, ...DEMANDS[tier]])
      if (!given(config)) missing.set(setting, [...(missing.get(setting) ?? []), tier]);
  return missing;
}

/** @throws ConfigError naming every setting that production mode requires of these tiers and that is missing. */
export function assertProduction(config: Config, ...tiers: readonly (Tier | "relay")[]): void {
  assertMet(config, [...OF_ALL, ...tiers.flatMap((tier) => DEMANDS[tier])]);
}

/** @throws ConfigError when production mode has no database: the embedded database must not take its place. */
export function assertProductionDatabase(config: Config): void {
  assertMet(config, [A_DATABASE]);
}

function assertMet(config: Config, demands: readonly Demand[]): void {
  if (config.mode !== "production") return;
  const missing = demands.filter(({ given }) => !given(config));
  const settings = [...new Set(missing.map(({ setting }) => setting))];
  if (settings.length > 0)
    throw new ConfigError(settings.map((setting) => `production mode needs ${setting}`));
}
