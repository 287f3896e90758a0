import { Command } from "commander";
import type { Config } from "../config.ts";
import type { Tier } from "../pki/names.ts";
import { READY } from "../platform/child.ts";
import { isMember, joinSet } from "../platform/process-set/in-member.ts";
import { databaseUrl } from "./database.ts";
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
  tier: Tier;
  description: string;
  /** Whether it talks to the database itself. */
  database: boolean;
  /** Its name when it can be several processes behind one address. */
  shared?: SharedTier;
  /** @param probes whether it answers probes itself; a member of a set of processes does not */
  start(config: Config, probes: boolean): Promise<Running>;
}

const TIER_COMMANDS: readonly TierCommand[] = [
  {
    tier: "gateway",
    description: "the public HTTPS interface; calls the core",
    database: false,
    shared: "gateway",
    start: async (config, probes) => {
      setHeapGrowth("gateway");
      return (await import("../gateway/server.ts")).startGateway(config, { probes });
    },
  },
  {
    tier: "core",
    description: "the services, over gRPC with mTLS",
    database: true,
    shared: "core",
    start: async (config, probes) => {
      setHeapGrowth("core");
      return (await import("../core.ts")).startCore(config, { probes });
    },
  },
  {
    tier: "worker",
    description: "settlement, expiry and event order in the background; run as many as you like",
    database: true,
    start: async (config) => (await import("../workers/server.ts")).startWorker(config),
  },
  {
    tier: "chain-adapter",
    description: "the connection to one network family, over gRPC with mTLS",
    database: false,
    start: async (config) => (await import("../chain/start.ts")).startChainAdapter(config),
  },
];

async function runTier(command: TierCommand, options: TierOptions): Promise<void> {
  const { tier, shared } = command;
  const membership = isMember() ? joinSet() : undefined;
  const given = tierConfig(tier, options);
  if (!membership && shared && given[shared].processes !== undefined) {
    await (await import("./tier/set.ts")).runSet(shared, given, options);
    return;
  }
  const config = command.database ? databaseUrl(given) : given;
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
export function tierCommands(): Command[] {
  return TIER_COMMANDS.map((tier) => {
    const command = new Command(tier.tier)
      .description(`Run one tier: ${tier.description}`)
      .addHelpText("after", `\nExamples:\n  $ pda ${tier.tier}\n  $ PDA_LOG_LEVEL=debug pda ${tier.tier}`);
    if (tier.shared) {
      command
        .option("--processes <number>", "how many processes; auto: as many as cores allow", processesOption)
        .addHelpText("after", `  $ pda ${tier.tier} --processes 2`);
    }
    if (tier.shared) command.addHelpText("after", SHARED_HELP);
    return command.action((options: TierOptions) => runTier(tier, options));
  });
}
