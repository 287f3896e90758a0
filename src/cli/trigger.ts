import { Argument, Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { identifier } from "./identifier.ts";
import { withServiceOptions } from "./lists.ts";
import { triggerTypes } from "./trigger/real.ts";
import { sendTestEvent, type TriggerOptions, triggerEvent } from "./trigger/trigger.ts";
import { keySource } from "./service.ts";

/** `pda trigger` */
export function triggerCommand(): Command {
  return (
    withServiceOptions(new Command("trigger"))
      .description("Make a real event happen in a sandbox, or send a test event to a webhook endpoint")
      // Another type is refused with the next step, or is right with --webhook.
      .addArgument(new Argument("<type>", "type of the event").choices(triggerTypes).argParser(String))
      .option(
        "--merchant <id>",
        "merchant whose event happens, mer_… (default: a new one)",
        identifier("mer"),
      )
      .option(
        "--publisher <id>",
        "publisher whose event happens, pub_… (default: a new one)",
        identifier("pub"),
      )
      .addOption(
        new Option("--webhook <id>", "send a test event to this endpoint, whk_…; nothing else happens")
          .argParser(identifier("whk"))
          .conflicts(["merchant", "publisher", "verbose"]),
      )
      .option("--verbose", "print each call")
      .option("--json", "print the event, or the attempt to deliver the test event, as JSON and nothing else")
      .addHelpText(
        "after",
        `
With --webhook, the type can be any that the endpoint gets.

Makes all that the event needs, such as a wallet with value and a payment, and prints the event when it is in the log. Asset types that it
defines begin with TRIGGER. A settlement becomes final on the sandbox's network, which takes some seconds.

${keySource}
It must
be the operator's, with the rights of the sandbox's first key; with --webhook any key with the scopes events.write and events.read.

Exits with 1 when the service refuses a call or does not answer, and when the receiver does not accept the test event.

Examples:
  $ pda trigger payment.completed
  $ pda trigger refund.completed --merchant mer_01h2xcejqtf2nbrexx3vqjhp41 --json
  $ pda trigger payment.completed --webhook whk_01h2xcejqtf2nbrexx3vqjhp41`,
      )
      .action(async (type: string, options: TriggerOptions) => {
        if (options.webhook === undefined) return triggerEvent(loadConfig(), type, options);
        if (!(await sendTestEvent(loadConfig(), type, options))) process.exitCode = 1;
      })
  );
}
