import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import type { Tier } from "../pki/names.ts";
import { READY } from "../platform/child.ts";
import { databaseUrl } from "./database.ts";
import { CommandError } from "./failure.ts";
import { assertProduction } from "./production.ts";
import { untilStopped } from "./signals.ts";

interface TierCommand {
  tier: Tier;
  description: string;
  /** Whether it talks to the database itself. */
  database: boolean;
  start(config: Config): Promise<{ close(): Promise<void> }>;
}

const TIER_COMMANDS: readonly TierCommand[] = [
  {
    tier: "gateway",
    description: "the public HTTPS interface; calls the core",
    database: false,
    start: async (config) => (await import("../gateway/server.ts")).startGateway(config),
  },
  {
    tier: "core",
    description: "the services, over gRPC with mTLS",
    database: true,
    start: async (config) => (await import("../core.ts")).startCore(config),
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

async function runTier(command: TierCommand, services: string | undefined): Promise<void> {
  const env = services === undefined ? process.env : { ...process.env, PDA_CORE_SERVICES: services };
  const given = loadConfig({ env });
  assertProduction(given, command.tier);
  const config = command.database ? databaseUrl(given) : given;
  const running = await command.start(config);
  const stopped = untilStopped(`pda ${command.tier}`);
  process.send?.(READY);
  await stopped;
  await running.close();
  process.exit(0);
}

/** `pda gateway|core|worker|chain-adapter`: one tier in this process, until it is told to stop. */
export function tierCommands(): Command[] {
  return TIER_COMMANDS.map((tier) => {
    const command = new Command(tier.tier)
      .description(`Run one tier: ${tier.description}`)
      .addHelpText("after", `\nExamples:\n  $ pda ${tier.tier}\n  $ PDA_LOG_LEVEL=debug pda ${tier.tier}`);
    if (tier.tier === "core") {
      command
        .option("--services <families>", "the families to host, comma separated; all when not given")
        .addHelpText("after", "  $ pda core --services payment,wallet");
    }
    return command.action(async (options: { services?: string }) => {
      if (options.services === "") throw new CommandError("--services needs a name", "see: pda core --help");
      await runTier(tier, options.services);
    });
  });
}
