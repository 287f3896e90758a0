import { Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { type ListenOptions, listen } from "./listen/listen.ts";
import { withServiceOptions } from "./lists.ts";
import { namesOption } from "./names-option.ts";
import { withSecretOptions } from "./receiver/secret.ts";
import { keySource } from "./service.ts";

/** `pda listen` */
export function listenCommand(): Command {
  const command = withServiceOptions(new Command("listen"))
    .description(
      "Print events as they happen, and forward them to a receiver on this machine as signed requests",
    )
    .option("--forward-to <url>", "URL of the receiver, such as http://localhost:3000/hooks")
    .option("--events <types>", "only events of these types, with commas between them", namesOption)
    .option(
      "--after <cursor>",
      "begin after this event's cursor, or after latest, the newest event",
      "latest",
    )
    .addOption(new Option("--print-json", "print each event as JSON below its line").conflicts("json"));
  return withSecretOptions(command, "secret to sign requests with (default: a random one)")
    .option("--json", "print one line of JSON for each event, and nothing else")
    .addHelpText(
      "after",
      `
Needs no public address: the command reads the stream of events, and sends each event with the body and the headers of a real delivery. It
prints the secret that signs the requests first. Each event is sent once, one after the other; a failed one is not repeated. The command
connects again by itself, and goes on after the last event. Ctrl-C ends it.

${keySource}
It needs the scope events.read. A merchant's or publisher's key gets its own events, the operator's key gets all events.

Examples:
  $ pda listen --forward-to http://localhost:3000/hooks
  $ pda listen --forward-to http://localhost:3000/hooks --secret-file secret.txt --events payment.completed,refund.completed
  $ pda listen --print-json`,
    )
    .action((options: ListenOptions) => listen(loadConfig(), options));
}
