import { Command } from "commander";
import { problemsCommand } from "./settlement/problems.ts";
import { resolveCommand } from "./settlement/resolve.ts";

/** `pda settlement`: payouts to merchants, and those that wait for a person. */
export function settlementCommand(): Command {
  return new Command("settlement")
    .description("Payouts to merchants, and those that wait for a person")
    .addHelpText("after", "\nExample:\n  $ pda settlement problems")
    .addCommand(problemsCommand())
    .addCommand(resolveCommand());
}
