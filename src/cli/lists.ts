import { Command, InvalidArgumentError, Option } from "commander";
import { keySource, urlOption } from "./service.ts";

const PAGE_SIZE = 50;
const PAGE_SIZE_MAX = 200;

function pageSizeOption(text: string): number {
  const size = Number(text);
  if (/^\d{1,3}$/.test(text) && size >= 1 && size <= PAGE_SIZE_MAX) return size;
  throw new InvalidArgumentError(`It must be a number from 1 to ${PAGE_SIZE_MAX}.`);
}

/** Reads an RFC 3339 time, or a day, which begins at midnight UTC. */
export function timeOption(text: string): string {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : undefined;
  if (time && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError("It must be a day or a time like 2026-01-31 or 2026-01-31T09:30:00Z.");
}

/** `--from` of a list. */
export const fromOption = (items: string): Option =>
  new Option(
    "--from <time>",
    `only ${items} created at or after this time: a day (UTC) or RFC 3339`,
  ).argParser(timeOption);
/** `--to` of a list. */
export const toOption = (items: string): Option =>
  new Option("--to <time>", `only ${items} created before this time: a day (UTC) or RFC 3339`).argParser(
    timeOption,
  );

/** Adds the options that name the service and the caller. */
export function withServiceOptions(command: Command): Command {
  return withAddressOptions(command).option("--api-key-file <file>", "file that holds the API key");
}

/** Adds the options that name the service. */
export function withAddressOptions(command: Command): Command {
  return command
    .option(
      "--url <address>",
      "address of the service (default: that of the profile, else the setting publicUrl)",
      urlOption,
    )
    .option(
      "--ca <file>",
      "root certificate of the service, PEM (default: that of the profile, else this installation's; neither with --url)",
    )
    .addOption(
      new Option(
        "--profile <name>",
        "stored service and API key, see `pda login` (default: PDA_PROFILE, else the profile default if it exists)",
      ).conflicts("url"),
    );
}

/** `--watch` of a list. */
export const watchOption = (): Option =>
  new Option(
    "--watch",
    "print the newest page, then what is new or changed in it each second; with --json one line for each; Ctrl-C ends it",
  ).conflicts(["all", "pageToken"]);

/** Returns where the API key of a command comes from, for its help. @param scope scope that the key needs */
export const keyHelp = (scope: string): string => `
${keySource}
It needs the scope ${scope}.`;

/** As `keyHelp`, for lists of what belongs to merchants. */
export const ownListHelp = (
  scope: string,
): string => `${keyHelp(scope)} A merchant's key lists only that merchant's items, the
operator's key lists all items. Newest first.

Exits with 1 when the service returns no list.
`;

/** Returns a command with the options that every list has. */
export function listCommand(description: string, name = "list", withOptions = withServiceOptions): Command {
  const command = new Command(name)
    .description(description)
    .option("--page-size <n>", `items per page, 1 to ${PAGE_SIZE_MAX}`, pageSizeOption, PAGE_SIZE)
    .addOption(
      new Option("--page-token <token>", "continue after an earlier page, with the token it printed"),
    )
    .addOption(new Option("--all", "list all pages").conflicts("pageToken"))
    .option("--json", "print the answer's data as JSON and nothing else");
  return withOptions(command);
}
