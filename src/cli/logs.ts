import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { keyHelp, timeOption, withServiceOptions } from "./lists.ts";
import { type LogsOptions, printRequest } from "./logs/request.ts";

/** `pda logs` */
export function logsCommand(): Command {
  return withServiceOptions(new Command("logs"))
    .description("Show what the audit log has of a request: who called what, and how it ended")
    .requiredOption("--request <id>", "identifier of the request, as answers and errors have it (required)")
    .option("--from <time>", "look at calls at or after this time: a day (UTC) or RFC 3339", timeOption)
    .option("--to <time>", "look at calls before this time: a day (UTC) or RFC 3339", timeOption)
    .option("--json", "print the records as JSON and nothing else")
    .addHelpText(
      "after",
      `
An identifier of the service, req_…, has the time of the request, so the command looks at the calls around this time. For an identifier that
the caller chose (X-Request-ID) it looks at the last hour, unless --from and --to say another time.
${keyHelp("audit.read")} A merchant's or publisher's key sees the calls of its own credentials, the operator's key sees all calls.

Exits with 1 when no record is found.

Examples:
  $ pda logs --request req_01m7xz42wgfvgbx7pw2dpj6nbp
  $ pda logs --request order-1001 --from 2026-01-31T09:00:00Z --to 2026-01-31T10:00:00Z --json`,
    )
    .action((options: LogsOptions) => printRequest(loadConfig(), options));
}
