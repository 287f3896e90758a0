import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { type Config, environmentName } from "../../config.ts";
import { naming } from "../../files/error.ts";
import { isThere } from "../../files/read.ts";
import { shellWord } from "../../files/shell.ts";
import { loadHttpsCertificate, loadTierIdentity } from "../../pki/identity.ts";
import { type Listed, listCertificates } from "../../pki/installation.ts";
import { layout, TIERS } from "../../pki/names.ts";
import { lockHolder } from "../../platform/lock.ts";
import { portState } from "../../platform/ports.ts";
import { embeddedUrl } from "../../platform/postgres.ts";
import { loadTrustRoot } from "../../services/authority/trust-root.ts";
import { pendingMigrations } from "../../store/migrate.ts";
import { pooledConnections } from "../connections.ts";
import { explain } from "../failure.ts";
import { processesOf } from "../processes.ts";
import { missingOf } from "../production.ts";
import { portsOf } from "../up/ports.ts";

/** One line of the report, with the next step when the check is not ok. */
export interface Diagnosis {
  status: "ok" | "warn" | "fail";
  text: string;
  advice?: string;
}

const DAY_MS = 86_400_000;
const FREE_BYTES_MIN = 1024 ** 3;
const POSTGRES_MIN = 150_000;

export function checkNode(version = process.versions.node): Diagnosis {
  return Number(version.split(".")[0]) >= 24
    ? { status: "ok", text: `Node ${version}` }
    : {
        status: "fail",
        text: `Node ${version} is older than 24`,
        advice: "install Node 24 or newer",
      };
}

/** Runs a check. An error that keeps the check from running becomes a finding too. */
export async function attempt(check: () => Diagnosis[] | Promise<Diagnosis[]>): Promise<Diagnosis[]> {
  try {
    return await check();
  } catch (error) {
    return [refusalOf(error)];
  }
}

function refusalOf(error: unknown): Diagnosis {
  const { message, advice } = explain(error);
  return { status: "fail", text: message, advice };
}

/** A file that holds a key or a password. */
interface SecretFile {
  readonly file: string;
  /** Readable name of the file. Set only when the service cannot start without the file. */
  readonly needed?: string;
}

function secretFiles(config: Config): SecretFile[] {
  const { dataDir, dataKeyFile, pki, chainAdapter } = config;
  const files = layout(pki.dir);
  const pairs = [files.root, files.https, files.trustRoot, ...TIERS.map((name) => files.tier(name))];
  const signers = [chainAdapter.network.signerKeyFile, chainAdapter.secondNetwork.signerKeyFile];
  return [
    ...pairs.map(({ key }) => ({ file: key })),
    ...(dataKeyFile === undefined ? [] : [{ file: dataKeyFile }]),
    { file: join(dataDir, "keys/operator.key") },
    { file: join(dataDir, "postgres-credentials.json") },
    ...signers.flatMap((file) => (file ? [{ file, needed: "the signer key" }] : [])),
  ];
}

/** Checks a secret file: it must exist when needed, this user must be able to read it, and no other user may. */
function checkSecret({ file, needed }: SecretFile): Diagnosis[] {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) {
      if (needed === undefined) return [];
      return [
        {
          status: "fail",
          text: `${needed} is missing: ${file}`,
          advice: "restore the file, or correct the setting",
        },
      ];
    }
    const open: Diagnosis = {
      status: "fail",
      text: `other users may read ${file}`,
      advice: `run: chmod 600 ${shellWord(file)}`,
    };
    naming(file, () => readFileSync(file));
    return (found.mode & 0o077) === 0 ? [] : [open];
  } catch (error) {
    return [refusalOf(error)];
  }
}

/** Finds secret files with wrong permissions, and a missing data key. */
export function checkSecrets(config: Config): Diagnosis[] {
  const findings = secretFiles(config).flatMap(checkSecret);
  const { dataKeyFile } = config;
  if (dataKeyFile !== undefined && isThere(join(config.dataDir, "postgres")) && !isThere(dataKeyFile))
    findings.push({
      status: "fail",
      text: `the data key is missing: ${dataKeyFile}`,
      advice: "restore the file from your backup; without it sealed secrets are lost",
    });
  return findings.length > 0
    ? findings
    : [{ status: "ok", text: "only this user can read keys and passwords" }];
}

export function checkDataFolder({ dataDir }: Config): Diagnosis[] {
  const holder = lockHolder(dataDir);
  const running: Diagnosis = holder
    ? { status: "ok", text: `"${holder.command}" runs (pid ${holder.pid}, since ${holder.since})` }
    : { status: "ok", text: '"pda up" is not running on this data folder' };
  if (!isThere(dataDir))
    return [running, { status: "ok", text: `${dataDir} will be created at the first start` }];
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & 0o077) === 0) return [running, { status: "ok", text: `only this user can read ${dataDir}` }];
  return [
    running,
    {
      status: "fail",
      text: `${dataDir} has mode ${mode.toString(8)}, so other users may read it`,
      advice: `run: chmod 700 ${shellWord(dataDir)}`,
    },
  ];
}

function renewal(name: string): string {
  if (name === "tier root") return "run: pda pki init --replace-root";
  if (name === "trust root")
    return "insert a new root at the beginning of that file and keep the old root after it";
  return name.startsWith("service ")
    ? `run: pda pki renew ${name.slice("service ".length)}`
    : "run: pda pki renew";
}

/** Reports when a certificate expires, or why it is unusable. */
function checkEnd(listed: Listed, now: Date): Diagnosis {
  const { name } = listed;
  if ("problem" in listed)
    return {
      status: "fail",
      text: `certificate ${name}: ${listed.problem.message}`,
      advice: listed.problem.advice,
    };
  const days = Math.floor((listed.notAfter.getTime() - now.getTime()) / DAY_MS);
  const text = `certificate ${name}: ${days} days left`;
  const advice = renewal(name);
  if (days < 0) return { status: "fail", text: `certificate ${name} has expired`, advice };
  return days < 7 ? { status: "warn", text, advice } : { status: "ok", text };
}

/** Returns functions that load each certificate as the service loads it. */
function loaders({ pki: { dir }, trustDomain, gateway }: Config): (() => void)[] {
  return [
    ...TIERS.map((tier) => () => loadTierIdentity({ dir, tier, trustDomain }).close()),
    () => loadHttpsCertificate({ dir, ...gateway.tls }).close(),
    () => void loadTrustRoot(layout(dir).trustDir),
  ];
}

export function checkCertificates(config: Config, now = new Date()): Diagnosis[] {
  const { dir } = config.pki;
  const certificates = listCertificates(dir);
  if (certificates.length === 0) {
    return [
      {
        status: "warn",
        text: `${dir} has no certificates`,
        advice: "run: pda pki init (pda up also creates them)",
      },
    ];
  }
  const told = certificates.flatMap((listed) => ("problem" in listed ? [listed.file] : []));
  const refused = loaders(config).flatMap((load): Diagnosis[] => {
    try {
      load();
      return [];
    } catch (error) {
      const refusal = refusalOf(error);
      return told.some((file) => refusal.text.includes(file)) ? [] : [refusal];
    }
  });
  return [...certificates.map((listed) => checkEnd(listed, now)), ...refused];
}

/** Reports how many processes each shared tier runs; warns when a tier has more processes than the machine has CPU cores. */
export function checkProcesses(config: Config, cores = availableParallelism()): Diagnosis {
  const [gateway, core] = [processesOf(config, "gateway"), processesOf(config, "core")];
  const text = `processes: ${gateway} of the gateway, ${core} of the core, on ${cores} CPU cores`;
  return Math.max(gateway, core) <= cores
    ? { status: "ok", text }
    : {
        status: "warn",
        text,
        advice: "set gateway.processes and core.processes to 0 (auto), or to at most the number of CPU cores",
      };
}

export async function checkPorts(config: Config): Promise<Diagnosis[]> {
  const ours = lockHolder(config.dataDir) !== undefined;
  return Promise.all(
    portsOf(config)
      .filter(({ port }) => port !== 0)
      .map(async ({ what, host, port, setting }): Promise<Diagnosis> => {
        const state = await portState(host, port);
        const text = `port ${port} for ${what}: ${state}`;
        if (state === "free")
          return { status: ours ? "warn" : "ok", text, advice: ours ? "see the log of pda up" : undefined };
        if (state === "taken" && ours)
          return { status: "ok", text: `port ${port} for ${what}: in use by the running service` };
        const advice = `stop the program on that port, or set ${environmentName(setting)}`;
        // A tier of a production runs by itself, and nothing here tells it from another program.
        return state === "taken" && config.mode === "production"
          ? { status: "warn", text, advice: `nothing, if the tier runs here; else ${advice}` }
          : { status: "fail", text, advice };
      }),
  );
}

/** Checks that the server accepts the connections that the pools of this machine may open, and at least one more for commands. */
async function connectionLimit(client: Client, config: Config): Promise<Diagnosis | undefined> {
  const { rows } = await client.query(
    `select sum(setting::int) filter (where name = 'max_connections')::int as most,
            coalesce(sum(setting::int) filter (where name <> 'max_connections'), 0)::int as kept
       from pg_settings where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
  );
  const free = rows[0].most - rows[0].kept;
  const needed = pooledConnections(config);
  const cores = processesOf(config, "core");
  if (needed < free) return undefined;
  return {
    status: "fail",
    text: `the pools of ${cores} core processes and the worker may open ${needed} connections; the database accepts ${free}`,
    advice: "lower core.processes or database.poolMax, or raise max_connections of the server",
  };
}

/** Reports what production mode demands and is missing. A machine may run some of the tiers only. */
export function checkProduction(config: Config): Diagnosis[] {
  return [...missingOf(config)].map(([setting, tiers]) => ({
    status: "warn",
    text: `production mode needs ${setting}`,
    advice: `set it where one of these runs: ${tiers.join(", ")}`,
  }));
}

export async function checkDatabase(config: Config): Promise<Diagnosis[]> {
  // `checkProduction` names the setting, and no embedded database takes its place.
  if (config.mode === "production" && !config.database.url) return [];
  return [await databaseOf(config)];
}

async function databaseOf(config: Config): Promise<Diagnosis> {
  const { database, dataDir } = config;
  const url = database.url ?? embeddedUrl({ dir: dataDir, port: database.embeddedPort });
  if (!url) return { status: "ok", text: "the embedded database will be created at the first start" };
  if (!database.url && !lockHolder(dataDir))
    return { status: "ok", text: "the embedded database exists and is not running" };
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  try {
    await client.connect();
    const version = Number((await client.query("show server_version_num")).rows[0].server_version_num);
    const limited = await connectionLimit(client, config);
    await client.end();
    if (limited) return limited;
    if (version < POSTGRES_MIN) {
      return {
        status: "fail",
        text: `the database is PostgreSQL ${Math.floor(version / 10_000)}`,
        advice: "use PostgreSQL 15 or newer",
      };
    }
    const pending = await pendingMigrations(url);
    return pending.length === 0
      ? { status: "ok", text: "the database answers and its schema is up to date" }
      : {
          status: "warn",
          text: `${pending.length} migrations are not applied to the database`,
          advice: "run: pda migrate",
        };
  } catch (error) {
    return {
      status: "fail",
      text: `the database does not answer: ${(error as Error).message}`,
      advice: "check DATABASE_URL, and that the database server runs",
    };
  }
}

export function checkDisk({ dataDir }: Config): Diagnosis {
  let at = dataDir;
  while (!existsSync(at)) at = dirname(at);
  const { bavail, bsize } = statfsSync(at);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free for ${dataDir}`;
  return free >= FREE_BYTES_MIN
    ? { status: "ok", text }
    : { status: "warn", text, advice: "free disk space until at least 1 GiB is free" };
}
