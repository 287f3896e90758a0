import { Command, InvalidArgumentError, Option } from "commander";
import { loadConfig } from "../config.ts";
import {
  listPayments,
  listSettlements,
  type PaymentsOptions,
  type SettlementOptions,
} from "./lists/index.ts";
import { urlOption } from "./service.ts";
import { problemsCommand } from "./settlement/problems.ts";
import { resolveCommand } from "./settlement/resolve.ts";

const PAGE_SIZE = 50;
const PAGE_SIZE_MAX = 200;

const keys = (scope: string) => `
The key comes from --api-key-file or PDA_API_KEY, or on the machine of a sandbox from \`pda up\`; it needs the scope ${scope}. A merchant's
key lists what is the merchant's own, the operator's key everything. The newest come first.

Ends with 1 when the list could not be had.
`;

function pageSizeOption(text: string): number {
  const size = Number(text);
  if (/^\d{1,3}$/.test(text) && size >= 1 && size <= PAGE_SIZE_MAX) return size;
  throw new InvalidArgumentError(`It must be a number from 1 to ${PAGE_SIZE_MAX}.`);
}

function identifier(prefix: string): (text: string) => string {
  const form = new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
  return (text) => {
    if (form.test(text)) return text;
    throw new InvalidArgumentError(`It must be an identifier, ${prefix}_….`);
  };
}

/** RFC 3339, or a day, which begins at midnight UTC. */
function timeOption(text: string): string {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : undefined;
  if (time && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError("It must be a day or a time like 2026-01-31 or 2026-01-31T09:30:00Z.");
}

/** A list with the options that every one has. */
function listCommand(description: string): Command {
  return new Command("list")
    .description(description)
    .option("--page-size <n>", `how many at a time, at most ${PAGE_SIZE_MAX}`, pageSizeOption, PAGE_SIZE)
    .addOption(new Option("--page-token <token>", "go on where an earlier list ended"))
    .addOption(new Option("--all", "all pages to the end").conflicts("pageToken"))
    .option("--json", "print the answer's data as JSON and nothing else")
    .option("--url <address>", "where the service is; publicUrl of the settings unless given", urlOption)
    .option(
      "--ca <file>",
      "root of the service's certificate, PEM; this installation's own unless --url is given",
    )
    .option("--api-key-file <file>", "file with the API key");
}

/** `pda payments`. */
export function paymentsCommand(): Command {
  const list = listCommand("List payments as a table, the newest first")
    .option("--merchant <id>", "only those of this merchant, mer_…", identifier("mer"))
    .addOption(
      new Option("--status <status>", "only those in this state").choices([
        "pending",
        "completed",
        "failed",
        "cancelled",
      ]),
    )
    .option("--asset-type <code>", "only those in this asset type")
    .option("--order-reference <text>", "only those with this reference of the merchant's own")
    .option("--from <time>", "only those created then or later: a day (UTC) or a time (RFC 3339)", timeOption)
    .option("--to <time>", "only those created before then", timeOption)
    .addHelpText(
      "after",
      `${keys("payments.read")}
Examples:
  $ pda payments list --status completed
  $ pda payments list --from 2026-01-31 --to 2026-02-01 --all
  $ pda payments list --all --json | jq -r '.items[].paymentId'`,
    )
    .action(async (options: PaymentsOptions) => {
      await listPayments(loadConfig(), options);
    });
  return new Command("payments")
    .description("See the payments of a running service")
    .addCommand(list, { isDefault: true })
    .addHelpText("after", "\nExamples:\n  $ pda payments list --status pending");
}

/** `pda settlement`. */
export function settlementCommand(): Command {
  const list = listCommand("List settlements as a table, the newest first")
    .option("--payment <id>", "only the one that settles this payment, pay_…", identifier("pay"))
    .addHelpText(
      "after",
      `${keys("settlement.read")}
Examples:
  $ pda settlement list
  $ pda settlement list --payment pay_01h2xcejqtf2nbrexx3vqjhp41 --json`,
    )
    .action(async (options: SettlementOptions) => {
      await listSettlements(loadConfig(), options);
    });
  return new Command("settlement")
    .description("See the settlements of a running service, and let those go on that wait for a person")
    .addCommand(list, { isDefault: true })
    .addCommand(problemsCommand())
    .addCommand(resolveCommand())
    .addHelpText("after", "\nExamples:\n  $ pda settlement list\n  $ pda settlement problems");
}
