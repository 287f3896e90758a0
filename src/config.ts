import { join, resolve } from "node:path";
import type { z } from "zod";
import { ConfigError } from "./config/error.ts";
import { nearest, settingsOf } from "./config/names.ts";
import { COMMAND_LINE, consoleClient, type OAuthClientSettings } from "./config/oauth-client.ts";
import { type ConfigInput, configSchema } from "./config/schema.ts";
import { overlayEnvironment, readFile } from "./config/sources.ts";

export { ConfigError } from "./config/error.ts";

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The settings of a process: checked, with derived settings filled in, with absolute paths, and frozen. */
export type Config = DeepReadonly<
  Omit<ConfigInput, "publicUrl" | "pki" | "dataKeyFile" | "core" | "chainAdapter" | "oauth" | "console"> & {
    publicUrl: string;
    console: ConfigInput["console"] & { enabled: boolean };
    oauth: ConfigInput["oauth"] & { server: { enabled: boolean; clients: OAuthClientSettings[] } };
    pki: { dir: string };
    /** Undefined when a command prints the data key. */
    dataKeyFile: string | undefined;
    core: ConfigInput["core"] & { addresses: string[] };
    chainAdapter: Omit<ConfigInput["chainAdapter"], "network" | "secondNetwork"> & {
      address: string;
      /** `development` is true when no rpcUrl was given; rpcUrl is then the address of the development network of `pda up`. */
      network: ConfigInput["chainAdapter"]["network"] & { rpcUrl: string; development: boolean };
      /** `served` is true when the chain adapter serves the second network. */
      secondNetwork: ConfigInput["chainAdapter"]["secondNetwork"] & {
        rpcUrl: string;
        development: boolean;
        served: boolean;
      };
    };
  }
>;

/** Sources of settings; by default the process's environment and working folder. */
export interface ConfigSources {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

const settings = settingsOf(configSchema);

const typeWords: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "settings with their names",
  record: "settings with their names",
  string: "a text",
};

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const here = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const siblings = settings
      .filter((setting) => here.every((key, index) => setting.path[index] === key))
      .map((setting) => setting.path[here.length] as string);
    return issue.keys.map((key) => {
      const name = [...here, key].join(".");
      const known = nearest(key, [...new Set(siblings)]);
      return `unknown setting ${name}${known ? `; did you mean ${[...here, known].join(".")}?` : ""}`;
    });
  }
  if (issue.code === "invalid_type")
    return [`${here.join(".") || "the file"}: must be ${typeWords[issue.expected] ?? issue.expected}`];
  // zod's messages name the limit or the type, never the given value, which may be secret.
  return [`${here.join(".") || "the file"}: ${issue.message}`];
}

function freeze<T>(value: T): T {
  if (value !== null && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}

function hostAndPort(host: string, port: number): string {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return reachable.includes(":") ? `[${reachable}]:${port}` : `${reachable}:${port}`;
}

function complete(given: ConfigInput, base: string): Config {
  const dataDir = resolve(base, given.dataDir);
  const file = <T extends string | undefined>(path: T): T => (path ? resolve(base, path) : path) as T;
  const { network, secondNetwork } = given.chainAdapter;
  const { tls } = given.gateway;
  if (Boolean(tls.certFile) !== Boolean(tls.keyFile)) {
    throw new ConfigError(["gateway.tls: certFile and keyFile must be set together; set both or neither"]);
  }
  if (given.paymentTtlSecondsMin > given.paymentTtlSecondsMax) {
    throw new ConfigError(["paymentTtlSecondsMin: must be at most paymentTtlSecondsMax"]);
  }
  if (
    given.paymentTtlSeconds < given.paymentTtlSecondsMin ||
    given.paymentTtlSeconds > given.paymentTtlSecondsMax
  ) {
    throw new ConfigError([
      "paymentTtlSeconds: must be at least paymentTtlSecondsMin and at most paymentTtlSecondsMax; payments that state no time of their own wait as long",
    ]);
  }
  if (given.paymentTtlSecondsMax > given.idempotencyDays * 86_400) {
    throw new ConfigError([
      "paymentTtlSecondsMax: must be at most idempotencyDays in seconds; the key of a payment must be known as long as it can be paid",
    ]);
  }
  if (given.dataKeyFile && given.dataKeyCommand) {
    throw new ConfigError(["dataKeyFile and dataKeyCommand must not be set together; set one of them"]);
  }
  const { relay } = given;
  if (Boolean(relay.tls.certFile) !== Boolean(relay.tls.keyFile)) {
    throw new ConfigError(["relay.tls: certFile and keyFile must be set together; set both or neither"]);
  }
  if (relay.credentialsFile && relay.nkeyFile) {
    throw new ConfigError([
      "relay.credentialsFile and relay.nkeyFile must not be set together; set one of them",
    ]);
  }
  if (
    (relay.tls.caFile || relay.tls.certFile) &&
    !relay.servers.every((server) => server.startsWith("tls://"))
  ) {
    throw new ConfigError(["relay.tls: needs relay.servers with tls://"]);
  }
  if (Boolean(secondNetwork.rpcUrl) !== Boolean(secondNetwork.name)) {
    throw new ConfigError([
      "chainAdapter.secondNetwork: name and rpcUrl must be set together; set both or neither",
    ]);
  }
  const isSandbox = given.mode === "sandbox";
  const servesTokens = given.oauth.server.enabled ?? isSandbox;
  const { signIn } = given.console;
  const signsInHere = signIn === undefined;
  const hasConsole =
    given.console.enabled ??
    (!signsInHere || (isSandbox && servesTokens && given.oauth.server.clients === undefined));
  if (hasConsole && signsInHere && !servesTokens) {
    throw new ConfigError([
      "console.enabled: needs oauth.server.enabled, where people sign in, or console.signIn",
    ]);
  }
  if (signIn && !given.oauth.issuers.some(({ issuer }) => issuer === signIn.issuer)) {
    throw new ConfigError([
      `console.signIn.issuer: ${signIn.issuer} is not among oauth.issuers, so its tokens would be refused`,
    ]);
  }
  const publicUrl = (given.publicUrl ?? `https://localhost:${given.gateway.port}`).replace(/\/+$/, "");
  return freeze({
    ...given,
    publicUrl,
    console: { ...given.console, enabled: hasConsole },
    dataDir,
    gateway: { ...given.gateway, tls: { certFile: file(tls.certFile), keyFile: file(tls.keyFile) } },
    core: {
      ...given.core,
      addresses: given.core.addresses ?? [hostAndPort(given.core.host, given.core.port)],
    },
    chainAdapter: {
      ...given.chainAdapter,
      address: given.chainAdapter.address ?? hostAndPort(given.chainAdapter.host, given.chainAdapter.port),
      network: {
        ...network,
        rpcUrl: network.rpcUrl ?? `http://127.0.0.1:${network.developmentPort}`,
        development: network.rpcUrl === undefined,
        signerKeyFile: file(network.signerKeyFile),
      },
      secondNetwork: {
        ...secondNetwork,
        rpcUrl: secondNetwork.rpcUrl ?? `http://127.0.0.1:${secondNetwork.developmentPort}`,
        development: secondNetwork.rpcUrl === undefined,
        served:
          secondNetwork.serve === "auto" && (secondNetwork.rpcUrl !== undefined || given.mode === "sandbox"),
        signerKeyFile: file(secondNetwork.signerKeyFile),
      },
    },
    telemetry: {
      traces: { ...given.telemetry.traces, caFile: file(given.telemetry.traces.caFile) },
    },
    webhooks: { ...given.webhooks, caFile: file(given.webhooks.caFile) },
    relay: {
      ...relay,
      credentialsFile: file(relay.credentialsFile),
      nkeyFile: file(relay.nkeyFile),
      tls: {
        caFile: file(relay.tls.caFile),
        certFile: file(relay.tls.certFile),
        keyFile: file(relay.tls.keyFile),
      },
    },
    oauth: {
      ...given.oauth,
      issuers: given.oauth.issuers.map((issuer) => ({ ...issuer, caFile: file(issuer.caFile) })),
      server: {
        enabled: servesTokens,
        clients: [
          ...(given.oauth.server.clients ?? (isSandbox ? [COMMAND_LINE] : [])),
          ...(hasConsole && signsInHere ? [consoleClient(publicUrl)] : []),
        ],
      },
    },
    pki: { dir: given.pki.dir ? resolve(base, given.pki.dir) : join(dataDir, "pki") },
    dataKeyFile: given.dataKeyCommand
      ? undefined
      : resolve(base, given.dataKeyFile ?? join(dataDir, "data.key")),
    dataKeyCommand: given.dataKeyCommand?.map((word, index) =>
      index === 0 && word.includes("/") ? resolve(base, word) : word,
    ),
  });
}

/**
 * Reads the settings: defaults, then `pda.config.yaml` (or the file that `PDA_CONFIG` names), then `PDA_*` and `DATABASE_URL`. A later
 * source overrides an earlier one. Relative paths start at the file's folder, or at the current folder when no file exists.
 * @throws ConfigError that names every unknown name (with the nearest known name) and every value outside its limits.
 */
export function loadConfig({ env = process.env, cwd = process.cwd() }: ConfigSources = {}): Config {
  const { tree, base } = readFile(env, cwd);
  const parsed = configSchema.safeParse(overlayEnvironment(tree, env, settings));
  if (!parsed.success) throw new ConfigError(parsed.error.issues.flatMap(describeIssue));
  return complete(parsed.data, base);
}

/** Returns the settings with another database address, for a process that learns the address only at its start. */
export function withDatabaseUrl(config: Config, url: string): Config {
  return freeze({ ...config, database: { ...config.database, url } });
}

function withoutSecret(path: string, value: unknown): string {
  // Arguments of a command may be secret.
  if (path === "dataKeyCommand" && Array.isArray(value)) return `${value[0]}${value.length > 1 ? " …" : ""}`;
  if (path === "database.url" && typeof value === "string") {
    const url = new URL(value);
    if (url.password) url.password = "redacted";
    for (const name of url.searchParams.keys())
      if (/pass|key|secret/i.test(name)) url.searchParams.set(name, "redacted");
    return url.href;
  }
  if (/^chainAdapter\.\w+\.rpcUrl$/.test(path) && typeof value === "string") {
    // Providers put the access key in the path or the query.
    const url = new URL(value);
    return url.username || url.pathname !== "/" || url.search
      ? `${url.protocol}//${url.host}/redacted`
      : url.origin;
  }
  if (!Array.isArray(value)) return String(value);
  return value.map((item) => (typeof item === "object" ? JSON.stringify(item) : String(item))).join(",");
}

/** Returns the settings as `name = value` lines without passwords and access keys, for `pda doctor`. */
export function describeConfig(config: Config): string[] {
  return settings.flatMap(({ path }) => {
    const value = path.reduce<unknown>(
      (node, key) => (node as Record<string, unknown> | undefined)?.[key],
      config,
    );
    const name = path.join(".");
    return value === undefined ? [] : [`${name} = ${withoutSecret(name, value)}`];
  });
}

/** Returns the environment name of a setting, for messages that name the setting to change. */
export function environmentName(path: string): string {
  const setting = settings.find((candidate) => candidate.path.join(".") === path);
  if (!setting) throw new Error(`unknown setting ${path}`);
  return setting.env;
}
