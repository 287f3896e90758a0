import { readFileSync } from "node:fs";
import { Command } from "commander";

/** The subcommands in the order of the help. Most modules load a whole tier's code, so each is imported only when needed. */
const SUBCOMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map(
  Object.entries({
    up: async () => (await import("./up.ts")).upCommand(),
    gateway: async () => (await import("./tier.ts")).tierCommand("gateway"),
    core: async () => (await import("./tier.ts")).tierCommand("core"),
    worker: async () => (await import("./tier.ts")).tierCommand("worker"),
    "chain-adapter": async () => (await import("./tier.ts")).tierCommand("chain-adapter"),
    migrate: async () => (await import("./migrate.ts")).migrateCommand(),
    backup: async () => (await import("./backup.ts")).backupCommand(),
    restore: async () => (await import("./backup.ts")).restoreCommand(),
    pki: async () => (await import("./pki.ts")).pkiCommand(),
    keys: async () => (await import("./keys.ts")).keysCommand(),
    crl: async () => (await import("./crl.ts")).crlCommand(),
    ledger: async () => (await import("./ledger.ts")).ledgerCommand(),
    issue: async () => (await import("./issue.ts")).issueCommand(),
    verify: async () => (await import("./verify.ts")).verifyCommand(),
    payments: async () => (await import("./lists.ts")).paymentsCommand(),
    wallet: async () => (await import("./wallet.ts")).walletCommand(),
    settlement: async () => (await import("./lists.ts")).settlementCommand(),
    demo: async () => (await import("./demo.ts")).demoCommand(),
    doctor: async () => (await import("./doctor.ts")).doctorCommand(),
  }),
);

/** Returns the subcommands to load: the named one, none for the version, else all (for the help or to suggest a correction). */
function needed([first = ""]: readonly string[]): (() => Promise<Command>)[] {
  const named = SUBCOMMANDS.get(first);
  if (named) return [named];
  return ["--version", "-V"].includes(first) ? [] : [...SUBCOMMANDS.values()];
}

function version(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}

/** Builds the `pda` command with the subcommands that its arguments need; without arguments, with all. */
export async function program(args: readonly string[] = []): Promise<Command> {
  const pda = new Command("pda")
    .description("Run and operate the merchant and developer interface of Physical Digital Assets")
    .version(version())
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      `
The settings come from pda.config.yaml (or the file that PDA_CONFIG names). PDA_* and DATABASE_URL in the environment override them.
\`pda doctor\` prints all settings and reports wrong ones.

Examples:
  $ pda up          runs all tiers on this machine, with an embedded database
  $ pda demo        runs the main flow against the running service
  $ pda doctor      checks this machine and says what to do`,
    );
  for (const load of needed(args)) {
    const command = await load();
    command.showHelpAfterError(`  next: pda ${command.name()} --help`);
    for (const inner of command.commands)
      inner.showHelpAfterError(`  next: pda ${command.name()} ${inner.name()} --help`);
    pda.addCommand(command);
  }
  return pda.showHelpAfterError("  next: pda --help");
}
