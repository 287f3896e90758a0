import { join } from "node:path";
import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { isThere } from "../files/read.ts";
import { privateDirectory } from "../pki/files.ts";
import { type Renewed, renew } from "../pki/installation.ts";
import { TIERS } from "../pki/names.ts";
import { ensureDataKey } from "../platform/data-key.ts";
import { takeLock } from "../platform/lock.ts";
import { requireOwnFolder } from "../platform/ownership.ts";
import { Supervisor } from "../platform/supervisor.ts";
import { explain } from "./failure.ts";
import { firstOperatorKey } from "./operator-keys.ts";
import { initialiseAll, renewal } from "./pki.ts";
import { processesOption } from "./processes.ts";
import { assertProduction } from "./production.ts";
import { onReload, untilStopped } from "./signals.ts";
import { closing } from "./up/closing.ts";
import { requirePorts } from "./up/ports.ts";
import { type StartProgress, progress } from "./up/progress.ts";
import { startAll } from "./up/start.ts";

const RENEW_WITHIN_DAYS = 7;
/** Seven parts, each of which gets its time to end. */
const STOP_MS = 60_000;
const RENEW_EVERY_MS = 12 * 3_600_000;

/** Certificates and keys: what is missing is made, what ends soon is renewed. */
async function prepareKeys(config: Config): Promise<{ made: number; renewed: Renewed[] }> {
  const made = await initialiseAll(config);
  const renewed = await renew({
    dir: config.pki.dir,
    trustDomain: config.trustDomain,
    withinDays: RENEW_WITHIN_DAYS,
  });
  ensureDataKey(config.dataKeyFile, isThere(join(config.dataDir, "postgres")));
  return { made: made.length, renewed };
}

/** Keeps the certificates of a run that lasts for weeks alive; the tiers take new ones without a restart. */
function renewRegularly(config: Config, out: StartProgress): void {
  const again = async () => {
    const renewed = await renew({
      dir: config.pki.dir,
      trustDomain: config.trustDomain,
      withinDays: RENEW_WITHIN_DAYS,
    });
    for (const each of renewed) out.say(`  ✓ ${renewal(each)}`);
  };
  setInterval(() => {
    again().catch((error: unknown) =>
      out.say(`  ! certificates could not be renewed: ${explain(error).message}`),
    );
  }, RENEW_EVERY_MS).unref();
}

async function start(config: Config, supervisor: Supervisor, out: StartProgress): Promise<void> {
  const { renewed } = await out.step(
    "certificates",
    () => prepareKeys(config),
    ({ made, renewed }) =>
      made > 0 ? `made in ${config.pki.dir}` : renewed.length > 0 ? `renewed ${renewed.length}` : "present",
  );
  for (const each of renewed) out.say(`      ${renewal(each)}`);
  const url = await startAll(config, supervisor, out);
  const key = await firstOperatorKey(config, url);
  renewRegularly(config, out);
  out.say(closing(config, key));
}

interface UpOptions {
  json?: boolean;
  /** Of the gateway and of the core each; 0 is `auto`. */
  processes?: number;
}

/** The settings, with what the command line says over them; the tiers get that from the environment. */
function upConfig(processes: number | undefined): Config {
  if (processes !== undefined) {
    process.env.PDA_GATEWAY_PROCESSES = String(processes);
    process.env.PDA_CORE_PROCESSES = String(processes);
  }
  return loadConfig();
}

async function up({ json = false, processes }: UpOptions): Promise<void> {
  const config = upConfig(processes);
  assertProduction(config, ...TIERS);
  requireOwnFolder(config.dataDir);
  privateDirectory(config.dataDir);
  using held = new DisposableStack();
  held.use(takeLock(config.dataDir, "pda up"));
  await requirePorts(config);
  const out = progress(json);
  const supervisor = new Supervisor(out);
  // Listening for signals from here on: what was started by then is always stopped in order.
  const stopped = untilStopped("pda up", {
    patienceMs: STOP_MS,
    onForce: () => supervisor.kill(),
  });
  const started = start(config, supervisor, out);
  onReload(() =>
    out.say(
      supervisor.reload() > 0
        ? "reloading"
        : "nothing is reloaded: start with --processes to replace gateway and core without a gap",
    ),
  );
  try {
    await Promise.race([stopped, started]);
    await stopped;
    out.say("stopping");
  } finally {
    await supervisor.close();
    // A start that was interrupted ends with its own complaint, after it has closed what it had begun.
    await Promise.allSettled([started]);
  }
}

/** `pda up`: everything on this machine. */
export function upCommand(): Command {
  return new Command("up")
    .description(
      "Run everything on this machine: database, development network, chain adapter, core, worker, gateway",
    )
    .option("--json", "log lines as JSON instead of readable ones")
    .option(
      "--processes <number>",
      "processes of the gateway and of the core each; auto: as many as cores allow",
      processesOption,
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda up\n  $ pda up --processes 2\n  $ PDA_GATEWAY_PORT=9443 pda up\n  $ DATABASE_URL=postgres://pda:secret@localhost/pda pda up",
    )
    .action(async (options: UpOptions) => {
      await up(options);
      process.exit(0);
    });
}
