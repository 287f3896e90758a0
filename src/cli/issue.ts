import { Command, InvalidArgumentError } from "commander";
import { loadConfig } from "../config.ts";
import { identifier } from "./identifier.ts";
import { type IssueCommandOptions, issueAssets } from "./issue/index.ts";
import { withServiceOptions } from "./lists.ts";
import { keySource } from "./service.ts";

const PATIENCE_SECONDS = 120;

const help = `
The file:
  .csv     RFC 4180 in UTF-8, with a header line. Required columns: kind (good, ticket, identity or value) and name.
           Optional columns: description, networks (CAIP-2), assetType, reference, and metadata.<key> for each metadata entry.
           The terms of a ticket: ticket.notBeforeTime and ticket.notAfterTime (RFC 3339), ticket.gateGroups (words), ticket.useCount and
           ticket.redeemers (merchants, mer_…). Separate several values in one cell by a blank.
  .ndjson  One JSON object per line, with the members of an item of POST …/assets/batch.

A reference is your own key of an asset, such as its serial number. The service issues one asset per reference. When every row has a
reference, you can therefore issue a corrected file again: assets that exist stay unchanged.

<file>.results.ndjson gets one line per row, <file>.errors.ndjson one line per failed row. After an interruption, run the same command
again: it continues with the next row. The same file is never issued twice, unless --run gives another name.

${keySource}
It needs the scope publishers.issue.

Exit codes: 0 every row is issued; 2 some rows failed, all others are issued; 1 the command had to stop.

Examples:
  $ pda issue prints.csv --publisher pub_01h2xcejqtf2nbrexx3vqjhp41
  $ pda issue tickets.ndjson --publisher pub_… --url https://pda.example.com --api-key-file issuer.key`;

function runOption(text: string): string {
  if (/^[0-9A-Za-z._-]{1,32}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be 1 to 32 letters, digits, dots, hyphens and underscores.");
}

function secondsOption(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds from 0 to 99999.");
}

/** `pda issue` */
export function issueCommand(): Command {
  return withServiceOptions(new Command("issue"))
    .description(
      "Issue the assets of a CSV or NDJSON file and write the result of each row; continues after an interruption",
    )
    .argument("<file>", "a .csv or .ndjson file")
    .requiredOption(
      "--publisher <id>",
      "publisher that issues the assets, pub_… (required)",
      identifier("pub"),
    )
    .option("--run <name>", "another name issues the same file once more", runOption)
    .option(
      "--patience <seconds>",
      "how long to retry while the service does not answer, in seconds",
      secondsOption,
      PATIENCE_SECONDS,
    )
    .addHelpText("after", help)
    .action(async (file: string, options: IssueCommandOptions) => {
      process.exitCode = await issueAssets(loadConfig(), file, options);
    });
}
