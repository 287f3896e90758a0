import { Command, InvalidArgumentError } from "commander";
import { loadConfig } from "../config.ts";
import { type IssueCommandOptions, issueAssets } from "./issue/index.ts";
import { urlOption } from "./service.ts";

const PATIENCE_SECONDS = 120;

const help = `
The file:
  .csv     RFC 4180 in UTF-8 with a header line. Columns: kind (good, ticket, identity or value) and name, which are needed,
           description, networks (CAIP-2, several with a blank between them), assetType, reference, and metadata.<key> for each fact.
           The terms of a ticket: ticket.notBefore and ticket.notAfter (RFC 3339), ticket.gateGroups (words), ticket.useCount and
           ticket.redeemers (merchants, mer_…); several values in one cell with a blank between them.
  .ndjson  one JSON object on each line, with the members of an item of POST …/assets/batch.

A reference is your own key of an asset, such as its serial number. An asset of one reference is issued once only, so with a
reference in every row also a corrected file can be issued again: what there is already stays as it is.

Every row gets its result: <file>.results.ndjson has a line for each, <file>.errors.ndjson one for each that failed. If it is broken
off, run it again: it goes on where it was, and the same file is never issued twice (unless --run gives it another name).

The key comes from --api-key-file or PDA_API_KEY, or on the machine of a sandbox from \`pda up\`; it needs the scope publishers.issue.
Ends with 0 when every row is issued, with 2 when some failed and the others are issued, and with 1 when it had to stop.

Examples:
  $ pda issue prints.csv --publisher pub_01h2xcejqtf2nbrexx3vqjhp41
  $ PDA_API_KEY=pda_… pda issue tickets.ndjson --publisher pub_… --url https://pda.example.com`;

function publisherOption(text: string): string {
  if (/^pub_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be the identifier of a publisher, pub_….");
}

function runOption(text: string): string {
  if (/^[0-9A-Za-z._-]{1,32}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be 1 to 32 letters, digits, dots, hyphens and underscores.");
}

function secondsOption(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds from 0 to 99999.");
}

/** `pda issue`: the assets of a file. */
export function issueCommand(): Command {
  return new Command("issue")
    .description(
      "Issue the assets of a CSV or NDJSON file, with the result of each row; goes on where it was broken off",
    )
    .argument("<file>", "a .csv or .ndjson file")
    .requiredOption("--publisher <id>", "the publisher that issues them", publisherOption)
    .option("--url <address>", "where the service is; publicUrl of the settings unless given", urlOption)
    .option(
      "--ca <file>",
      "root of the service's certificate, PEM; this installation's own unless --url is given",
    )
    .option("--api-key-file <file>", "file with the API key")
    .option("--run <name>", "tells this issuance of a file from another one of the same file", runOption, "")
    .option(
      "--patience <seconds>",
      "how long to go on asking while the service is away",
      secondsOption,
      PATIENCE_SECONDS,
    )
    .addHelpText("after", help)
    .action(async (file: string, options: IssueCommandOptions) => {
      process.exitCode = await issueAssets(loadConfig(), file, options);
    });
}
