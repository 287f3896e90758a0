import { Command, Help } from "commander";
import { nearest } from "../config/names.ts";
import { release } from "../config/release.ts";
import { filled, wrapped } from "./output/paragraphs.ts";

/** The subcommands in the order of the help. Most modules load a whole tier's code, so each is imported only when needed. */
const SUBCOMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map(
  Object.entries({
    up: async () => (await import("./up.ts")).upCommand(),
    gateway: async () => (await import("./tier.ts")).tierCommand("gateway"),
    core: async () => (await import("./tier.ts")).tierCommand("core"),
    worker: async () => (await import("./tier.ts")).tierCommand("worker"),
    "chain-adapter": async () => (await import("./tier.ts")).tierCommand("chain-adapter"),
    relay: async () => (await import("./relay.ts")).relayCommand(),
    migrate: async () => (await import("./migrate.ts")).migrateCommand(),
    backup: async () => (await import("./backup.ts")).backupCommand(),
    restore: async () => (await import("./backup.ts")).restoreCommand(),
    pki: async () => (await import("./pki.ts")).pkiCommand(),
    trust: async () => (await import("./trust.ts")).trustCommand(),
    keys: async () => (await import("./keys.ts")).keysCommand(),
    clients: async () => (await import("./clients.ts")).clientsCommand(),
    "sign-in": async () => (await import("./sign-in.ts")).signInCommand(),
    sessions: async () => (await import("./sessions.ts")).sessionsCommand(),
    crl: async () => (await import("./crl.ts")).crlCommand(),
    audit: async () => (await import("./audit.ts")).auditCommand(),
    alarms: async () => (await import("./alarms.ts")).alarmsCommand(),
    ledger: async () => (await import("./ledger.ts")).ledgerCommand(),
    issue: async () => (await import("./issue.ts")).issueCommand(),
    verify: async () => (await import("./verify.ts")).verifyCommand(),
    webhooks: async () => (await import("./webhooks.ts")).webhooksCommand(),
    listen: async () => (await import("./listen.ts")).listenCommand(),
    trigger: async () => (await import("./trigger.ts")).triggerCommand(),
    payments: async () => (await import("./payments.ts")).paymentsCommand(),
    wallet: async () => (await import("./wallet.ts")).walletCommand(),
    settlement: async () => (await import("./settlement.ts")).settlementCommand(),
    get: async () => (await import("./request.ts")).getCommand(),
    post: async () => (await import("./request.ts")).postCommand(),
    processes: async () => (await import("./list-processes.ts")).processesCommand(),
    logs: async () => (await import("./logs.ts")).logsCommand(),
    open: async () => (await import("./open.ts")).openCommand(),
    login: async () => (await import("./profiles.ts")).loginCommand(),
    logout: async () => (await import("./profiles.ts")).logoutCommand(),
    profiles: async () => (await import("./profiles.ts")).profilesCommand(),
    demo: async () => (await import("./demo.ts")).demoCommand(),
    completion: async () => (await import("./completion.ts")).completionCommand(),
    doctor: async () => (await import("./doctor.ts")).doctorCommand(),
  }),
);

/**
 * Returns the subcommands to load: the named one, none for the version, else all (for the help, for the completion of all, or to suggest a
 * correction).
 */
function needed([first = ""]: readonly string[]): (() => Promise<Command>)[] {
  const named = SUBCOMMANDS.get(first);
  if (named && first !== "completion") return [named];
  return ["--version", "-V"].includes(first) ? [] : [...SUBCOMMANDS.values()];
}

/**
 * Ends the process when the arguments name a command that does not exist. Commander would answer `--help` with the help of the group, and
 * would take the name for an argument of the group's default command.
 */
function refuseUnknown(pda: Command, args: readonly string[]): void {
  let group = pda;
  for (const name of args) {
    if (name.startsWith("-") || group.commands.length === 0) return;
    if (name === "help") continue;
    const known = group.commands.find((command) => command.name() === name);
    if (!known) {
      const meant = nearest(
        name,
        group.commands.map((command) => command.name()),
      );
      return group.error(`error: unknown command '${name}'${meant ? `\n(Did you mean ${meant}?)` : ""}`);
    }
    group = known;
  }
}

/** Width of a help that no terminal shows. */
const HELP_WIDTH = 80;

/** Indent of a description below its term. */
const BELOW = " ".repeat(6);

/** The lists of a help. Commander would not wrap descriptions that have little room beside the terms. */
const lists: Partial<Help> = {
  // Arguments are in the help of the subcommand, and leave no room for its description.
  subcommandTerm: (command) => command.name(),
  formatItem(this: Help, term, termWidth, description, helper) {
    const width = this.helpWidth ?? HELP_WIDTH;
    if (description === "" || width - termWidth - 4 >= (this.minWidthToWrap ?? 0))
      return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
    const lines = filled(description, width - BELOW.length).map((line) => `\n${BELOW}${line}`);
    return `  ${term}${lines.join("")}`;
  },
};

/** Lets a command and its subcommands print their helps in lines that fit into the terminal. Commander wraps all but the texts after it. */
function wrapHelp(command: Command): void {
  const output = command.configureOutput();
  const writeOut = (text: string): void =>
    void process.stdout.write(wrapped(text, output.getOutHelpWidth?.() ?? HELP_WIDTH));
  command.configureOutput({ writeOut }).configureHelp(lists);
  for (const inner of command.commands) wrapHelp(inner);
}

/** Builds the `pda` command with the subcommands that its arguments need; without arguments, with all. */
export async function program(args: readonly string[] = []): Promise<Command> {
  const pda = new Command("pda")
    .description("Run and operate the merchant and developer interface of Physical Digital Assets")
    .version(release.commit ? `${release.version} (commit ${release.commit})` : release.version)
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      `
The settings come from pda.config.yaml (or the file that PDA_CONFIG names). PDA_* and DATABASE_URL in the environment override them.
Data, keys and certificates are in .pda in the current folder, unless dataDir (PDA_DATA_DIR) names another folder.
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
  pda.showHelpAfterError("  next: pda --help");
  wrapHelp(pda);
  refuseUnknown(pda, args);
  return pda;
}
