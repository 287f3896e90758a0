import { join } from "node:path";
import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { isThere } from "../files/read.ts";
import { browserRoot } from "../pki/browser-root.ts";
import { privateDirectory } from "../pki/files.ts";
import { lacksHost, RENEW_WITHIN_DAYS, type Renewed, renew } from "../pki/installation.ts";
import { TIERS } from "../pki/names.ts";
import { ensureDataKey } from "../platform/data-key.ts";
import { takeLock, untilHolderIsKnown } from "../platform/lock.ts";
import { requireOwnFolder } from "../platform/ownership.ts";
import { namingFullDisk } from "../platform/postgres/full-disk.ts";
import { Supervisor } from "../platform/supervisor.ts";
import { CommandError, explain } from "./failure.ts";
import { firstOperatorKey } from "./operator-keys.ts";
import { goOnWithoutOutput } from "./output/lost.ts";
import { initialiseAll, renewal } from "./pki.ts";
import { changePki } from "./pki-lock.ts";
import { processesOption } from "./processes.ts";
import { assertProduction } from "./production.ts";
import { onReload, untilStopped } from "./signals.ts";
import { closing } from "./up/closing.ts";
import { consoleLink } from "./up/console-link.ts";
import { publicHostOption } from "./up/public-host.ts";
import { requirePorts } from "./up/ports.ts";
import { type StartProgress, progress } from "./up/progress.ts";
import { startAll } from "./up/start.ts";

/** Long enough for seven parts to stop. */
const STOP_MS = 60_000;
const RENEW_EVERY_MS = 12 * 3_600_000;

interface Prepared {
  readonly made: number;
  readonly renewed: Renewed[];
}

/** Creates missing certificates and keys, and renews certificates that expire soon or lack the public host. */
async function prepareKeys(config: Config, hosts: readonly string[]): Promise<Prepared> {
  const prepared = await changePki(config.pki.dir, { command: "pda up", creates: true }, () =>
    prepareCertificates(config, hosts),
  );
  if (config.dataKeyFile !== undefined)
    ensureDataKey(config.dataKeyFile, isThere(join(config.dataDir, "postgres")));
  return prepared;
}

async function prepareCertificates(config: Config, hosts: readonly string[]): Promise<Prepared> {
  const made = await initialiseAll(config, hosts);
  const renewed = await renew({
    dir: config.pki.dir,
    trustDomain: config.trustDomain,
    hosts,
    ...(lacksHost(config.pki.dir, hosts) ? {} : { withinDays: RENEW_WITHIN_DAYS }),
  });
  // Telephones and browsers are given this one.
  if (config.mode === "sandbox" && config.gateway.tls.certFile === undefined) browserRoot(config.pki.dir);
  return { made: made.length, renewed };
}

/** Renews certificates while `pda up` runs for weeks; the tiers load new certificates without a restart. */
function renewRegularly(config: Config, out: StartProgress): void {
  const again = async () => {
    const { pki, trustDomain } = config;
    const renewed = await changePki(pki.dir, { command: "pda up" }, () =>
      renew({ dir: pki.dir, trustDomain, withinDays: RENEW_WITHIN_DAYS }),
    );
    for (const each of renewed) out.say(`  ✓ ${renewal(each)}`);
  };
  setInterval(() => {
    again().catch((error: unknown) =>
      out.say(`  ! certificates could not be renewed: ${explain(error).message}`),
    );
  }, RENEW_EVERY_MS).unref();
}

interface Started {
  readonly supervisor: Supervisor;
  readonly out: StartProgress;
  readonly hosts: readonly string[];
}

async function start(config: Config, { supervisor, out, hosts }: Started): Promise<void> {
  const { renewed } = await out.step(
    "certificates",
    () => prepareKeys(config, hosts),
    ({ made, renewed }) =>
      made > 0
        ? `created in ${config.pki.dir}`
        : renewed.length > 0
          ? `renewed ${renewed.length}`
          : "present",
  );
  for (const each of renewed) out.say(`      ${renewal(each)}`);
  await using store = await startAll(config, supervisor, out).catch((error: unknown) => {
    throw namesNoFile(error) ? namingFullDisk(error, config.dataDir) : error;
  });
  const first = await firstOperatorKey(config, store);
  const link = await consoleLink(config, store);
  renewRegularly(config, out);
  out.say(closing(config, { ...first, link }));
}

/** Tells whether a file could not be written that the system does not name: one that was open, such as those of the parts in the data folder. */
const namesNoFile = (error: unknown): boolean =>
  error instanceof Error && "syscall" in error && !("path" in error);

interface UpOptions {
  json?: boolean;
  /** Number of gateway processes and of core processes; 0 is `auto`. */
  processes?: number;
  /** Host name or address by which other machines reach this one. */
  publicHost?: string;
}

/** Loads the settings; options of the command line override them. The tiers read the options from the environment. */
function upConfig({ processes, publicHost }: UpOptions): Config {
  if (processes !== undefined) {
    process.env.PDA_GATEWAY_PROCESSES = String(processes);
    process.env.PDA_CORE_PROCESSES = String(processes);
  }
  if (publicHost === undefined) return loadConfig();
  const { mode, gateway } = loadConfig();
  if (mode === "production")
    throw new CommandError("--public-host is for a sandbox", "set publicUrl, gateway.host and gateway.tls");
  // Telephones in the network reach this machine by another interface than the loopback one.
  process.env.PDA_GATEWAY_HOST = publicHost.includes(":") ? "::" : "0.0.0.0";
  process.env.PDA_PUBLIC_URL = `https://${publicHost.includes(":") ? `[${publicHost}]` : publicHost}:${gateway.port}`;
  return loadConfig();
}

/** Ends all parts at once, without the writes of an orderly stop, because another process works on the data folder. */
function leave({ dataDir }: Config, supervisor: Supervisor, { command }: { command: string }): never {
  process.stderr.write(
    `pda: "${command}" has taken over ${dataDir}, because this process stood still for too long; it ends at once\n`,
  );
  supervisor.kill();
  process.exit(1);
}

async function up(options: UpOptions): Promise<void> {
  const { json = false, publicHost } = options;
  const config = upConfig(options);
  assertProduction(config, ...TIERS);
  requireOwnFolder(config.dataDir);
  privateDirectory(config.dataDir);
  goOnWithoutOutput();
  using held = new DisposableStack();
  const out = progress(json);
  await untilHolderIsKnown(config.dataDir, ({ command }) =>
    out.say(`waiting: "${command}" of another container or machine may still use ${config.dataDir}`),
  );
  const supervisor = new Supervisor(out);
  held.use(takeLock(config.dataDir, "pda up", (holder) => leave(config, supervisor, holder)));
  await requirePorts(config);
  // Signals are handled before the first part starts, so every started part is always stopped in order.
  const stopped = untilStopped("pda up", {
    patienceMs: STOP_MS,
    onForce: () => supervisor.kill(),
  });
  const started = start(config, { supervisor, out, hosts: publicHost === undefined ? [] : [publicHost] });
  onReload(() =>
    out.say(
      supervisor.reload() > 0
        ? "reloading"
        : "cannot reload: start pda up with --processes to replace gateway and core without an interruption",
    ),
  );
  try {
    await Promise.race([stopped, started]);
    await stopped;
    out.say("stopping");
  } finally {
    await supervisor.close();
    // An interrupted start rejects with its own error, after it has closed the parts it started.
    await Promise.allSettled([started]);
  }
}

/** `pda up` */
export function upCommand(): Command {
  return new Command("up")
    .description(
      "Run all tiers on this machine: database, development network, chain adapter, core, worker, gateway",
    )
    .option("--json", "print log lines as JSON")
    .option(
      "--processes <number>",
      "number of gateway processes and of core processes, 1 to 64; auto: half of the CPU cores (default: one of each)",
      processesOption,
    )
    .option(
      "--public-host <name>",
      "host name or address by which telephones in your network reach this machine: for the certificate, links and QR codes",
      publicHostOption,
    )
    .addHelpText(
      "after",
      `
Data, keys and certificates go to .pda in the current folder, or to the folder that dataDir (PDA_DATA_DIR) names. The next start with the
same folder finds all data again. \`pda demo\` and the other commands look for the data in the same place.
\nExamples:\n  $ pda up\n  $ pda up --processes 2\n  $ pda up --public-host 192.168.1.20\n  $ PDA_GATEWAY_PORT=9443 pda up\n  $ DATABASE_URL=postgres://pda:secret@localhost/pda pda up\n  $ PDA_DATA_DIR=/var/lib/pda pda up`,
    )
    .action(async (options: UpOptions) => {
      await up(options);
      process.exit(0);
    });
}
