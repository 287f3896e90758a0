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
  /** Whether it talks to the database itself. */
  database: boolean;
  /** Its name when it can be several processes behind one address. */
  shared?: SharedTier;
  /** @param probes whether it answers probes itself; a member of a set of processes does not */
  start(config: Config, probes: boolean): Promise<Running>;
}

const TIER_COMMANDS: Record<Tier, TierCommand> = {
  gateway: {
    description: "the public HTTPS interface; calls the core",
    database: false,
    shared: "gateway",
    start: async (config, probes) => {
      setHeapGrowth("gateway");
      return (await import("../gateway/server.ts")).startGateway(config, { probes });
    },
  },
  core: {
    description: "the services, over gRPC with mTLS",
    database: true,
    shared: "core",
    start: async (config, probes) => {
      setHeapGrowth("core");
      return (await import("../core.ts")).startCore(config, { probes });
    },
  },
  worker: {
    description: "settlement, expiry and event order in the background; run as many as you like",
    database: true,
    start: async (config) => (await import("../workers/server.ts")).startWorker(config),
  },
  "chain-adapter": {
    description: "the connection to one network family, over gRPC with mTLS",
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
  // Loaded only here: a tier without a database needs nothing of what it brings.
  const config = command.database ? (await import("./database.ts")).databaseUrl(given) : given;
  const starting = command.start(config, !membership);
  // What is told to stop while it waits for the database has nothing to end.
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
Several processes share one address; --processes starts them under a supervisor, also for 1. On SIGHUP it replaces them one by one
with new ones that read settings and certificates again, without a failed request. SIGTERM drains and ends within ${SET_STOP_MS / 1000} s; a
second one ends at once.`;

/** `pda gateway|core|worker|chain-adapter`: one tier in this process, until it is told to stop. */
export function tierCommand(tier: Tier): Command {
  const { description, shared } = TIER_COMMANDS[tier];
  const command = new Command(tier)
    .description(`Run one tier: ${description}`)
    .addHelpText("after", `\nExamples:\n  $ pda ${tier}\n  $ PDA_LOG_LEVEL=debug pda ${tier}`);
  if (shared) {
    command
      .option("--processes <number>", "how many processes; auto: as many as cores allow", processesOption)
      .addHelpText("after", `  $ pda ${tier} --processes 2`)
      .addHelpText("after", SHARED_HELP);
  }
  return command.action((options: TierOptions) => runTier(tier, options));
}
