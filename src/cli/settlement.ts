import { Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { identifier } from "./identifier.ts";
import { printSettlements, type SettlementOptions } from "./lists/index.ts";
import { fromOption, listCommand, ownListHelp, toOption, watchOption } from "./lists.ts";
import { problemsCommand } from "./settlement/problems.ts";
import { resolveCommand } from "./settlement/resolve.ts";

/** `pda settlement`. */
export function settlementCommand(): Command {
  const list = listCommand("List settlements as a table, newest first")
    .option("--merchant <id>", "only settlements of this merchant, mer_…", identifier("mer"))
    .option("--payment <id>", "only the settlement of this payment, pay_…", identifier("pay"))
    .addOption(
      new Option("--status <status>", "only settlements with this status").choices([
        "pending",
        "confirmed",
        "finalized",
        "reverted",
      ]),
    )
    .addOption(fromOption("settlements"))
    .addOption(toOption("settlements"))
    .addOption(watchOption())
    .addHelpText(
      "after",
      `${ownListHelp("settlement.read")}
Examples:
  $ pda settlement list --status finalized --from 2026-01-31
  $ pda settlement list --watch
  $ pda settlement list --payment pay_01h2xcejqtf2nbrexx3vqjhp41 --json`,
    )
    .action(async (options: SettlementOptions) => {
      await printSettlements(loadConfig(), options);
    });
  return new Command("settlement")
    .description(
      "List the settlements of a running service, and resolve settlements that wait for an operator",
    )
    .addCommand(list, { isDefault: true })
    .addCommand(problemsCommand())
    .addCommand(resolveCommand())
    .addHelpText("after", "\nExamples:\n  $ pda settlement list\n  $ pda settlement problems");
}
