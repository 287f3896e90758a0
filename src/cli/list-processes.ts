import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { type ListOptions, printProcesses } from "./lists/index.ts";
import { keyHelp, listCommand } from "./lists.ts";

/** `pda processes` */
export function processesCommand(): Command {
  const list = listCommand(
    "List the processes of gateways, cores and workers, the one that started last first",
  )
    .addHelpText(
      "after",
      `${keyHelp("operators.admin or tenants.read")}

A process is silent when it has not reported itself for a minute: it was killed, hangs, or cannot reach the database. A silent process
leaves the list after a day. The chain adapter is not listed: its metrics show its state.

Exits with 1 when the service returns no list.

Examples:
  $ pda processes list
  $ pda processes list --json`,
    )
    .action((options: ListOptions) => printProcesses(loadConfig(), options));
  return new Command("processes")
    .description("Show which processes of a running service run, with their versions")
    .addCommand(list, { isDefault: true })
    .addHelpText("after", "\nExample:\n  $ pda processes list");
}
