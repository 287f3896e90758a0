import { Command } from "commander";
import type { Config } from "../config.ts";
import type { Tier } from "../pki/names.ts";
import { READY } from "../platform/child.ts";
import { isMember, joinSet } from "../platform/process-set/in-member.ts";
import { processesOption, type SharedTier } from "./processes.ts";
import { SET_STOP_MS, STOP_MS, stopOnHangUp, untilStopped } from "./signals.ts";
import { type TierOptions, tierConfig } from "./tier/config.ts";
import { setHeapGrowth } from "./tier/heap.ts";

/** A tier that runs. */
interface Running {
  isReady?(): Promise<boolean>;
  close(): Promise<void>;
}

interface TierCommand {
  description: string;
  /** True when the tier connects to the database. */
  database: boolean;
  /** The tier's name when several processes can share one address. */
  shared?: SharedTier;
  /** @param probes true when the process answers probes itself; in a set of processes the supervisor answers */
  start(config: Config, probes: boolean): Promise<Running>;
}

const TIER_COMMANDS: Record<Tier, TierCommand> = {
  gateway: {
    description: "the gateway, which serves the public HTTPS interface and calls the core",
    database: false,
    shared: "gateway",
    start: async (config, probes) => {
      setHeapGrowth("gateway");
      return (await import("../gateway/server.ts")).startGateway(config, { probes });
    },
  },
  core: {
    description: "the core, which serves all services over gRPC with mTLS",
    database: true,
    shared: "core",
    start: async (config, probes) => {
      setHeapGrowth("core");
      return (await import("../core.ts")).startCore(config, { probes });
    },
  },
  worker: {
    description: "the worker, which settles, expires payments and orders events; several may run at once",
    database: true,
    start: async (config) => (await import("../workers/server.ts")).startWorker(config),
  },
  "chain-adapter": {
    description:
      "the chain adapter, which connects to the networks and serves the core and worker over gRPC with mTLS",
    database: false,
    start: async (config) => (await import("../chain/start.ts")).startChainAdapter(config),
  },
};

async function runTier(tier: Tier, options: TierOptions): Promise<void> {
  const command = TIER_COMMANDS[tier];
  const { shared } = command;
  const membership = isMember() ? joinSet() : undefined;
  const given = tierConfig(tier, options);
  if (!membership && shared && given[shared].processes !== undefined) {
    await (await import("./tier/set.ts")).runSet(shared, given, options);
    return;
  }
  // Imported only here: a tier without a database does not need this code.
  const config = command.database ? (await import("./database.ts")).databaseUrl(given) : given;
  const starting = command.start(config, !membership);
  // A tier that is stopped while it waits for the database has nothing to close.
  const running = await (membership ? Promise.race([starting, membership.stopped]) : starting);
  if (!running) process.exit(0);
  if (membership) {
    membership.announce(async () => running.isReady?.() ?? true);
    await membership.stopped;
    setTimeout(() => process.exit(1), STOP_MS).unref();
  } else {
    const stopped = untilStopped(`pda ${tier}`);
    stopOnHangUp();
    process.send?.(READY);
    await stopped;
  }
  await running.close();
  await membership?.farewell();
  process.exit(0);
}

const SHARED_HELP = `
With --processes (even 1) a supervisor starts the processes, which share one address. On SIGHUP the supervisor replaces them one by one
without a failed request; the new processes read settings and certificates again. On SIGTERM all processes finish running requests and
end within ${SET_STOP_MS / 1000} s; a second SIGTERM ends them at once.`;

/** `pda gateway|core|worker|chain-adapter`: runs one tier in this process until a signal stops it. */
export function tierCommand(tier: Tier): Command {
  const { description, shared } = TIER_COMMANDS[tier];
  const command = new Command(tier).description(`Run one tier: ${description}`);
  if (shared) {
    command
      .option(
        "--processes <number>",
        "number of processes, 1 to 64; auto: half of the CPU cores (default: one process without a supervisor)",
        processesOption,
      )
      .addHelpText("after", SHARED_HELP);
  }
  const examples = [`pda ${tier}`, `PDA_LOG_LEVEL=debug pda ${tier}`];
  if (shared) examples.push(`pda ${tier} --processes 2`);
  command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`);
  return command.action((options: TierOptions) => runTier(tier, options));
}
