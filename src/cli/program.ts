import { readFileSync } from "node:fs";
import { Command } from "commander";
import { backupCommand, restoreCommand } from "./backup.ts";
import { crlCommand } from "./crl.ts";
import { demoCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { issueCommand } from "./issue.ts";
import { keysCommand } from "./keys.ts";
import { ledgerCommand } from "./ledger.ts";
import { paymentsCommand, settlementCommand } from "./lists.ts";
import { migrateCommand } from "./migrate.ts";
import { pkiCommand } from "./pki.ts";
import { tierCommands } from "./tier.ts";
import { upCommand } from "./up.ts";
import { verifyCommand } from "./verify.ts";

function version(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}

/** The `pda` command with all its subcommands. */
export function program(): Command {
  const pda = new Command("pda")
    .description("The service of the merchant and developer interface of Physical Digital Assets")
    .version(version())
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      `
Settings come from pda.config.yaml (or the file that PDA_CONFIG names), then from PDA_* and DATABASE_URL.
\`pda doctor\` prints them and says what is wrong.

Examples:
  $ pda up          everything on this machine, with an embedded database
  $ pda demo        the main line against the running service
  $ pda doctor      is this machine ready, and if not, what to do`,
    );
  const commands = [
    upCommand(),
    ...tierCommands(),
    migrateCommand(),
    backupCommand(),
    restoreCommand(),
    pkiCommand(),
    keysCommand(),
    crlCommand(),
    ledgerCommand(),
    issueCommand(),
    verifyCommand(),
    paymentsCommand(),
    settlementCommand(),
    demoCommand(),
    doctorCommand(),
  ];
  for (const command of commands) {
    command.showHelpAfterError(`  next: pda ${command.name()} --help`);
    for (const inner of command.commands)
      inner.showHelpAfterError(`  next: pda ${command.name()} ${inner.name()} --help`);
    pda.addCommand(command);
  }
  return pda.showHelpAfterError("  next: pda --help");
}
