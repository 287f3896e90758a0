import { Command, InvalidArgumentError, Option } from "commander";
import { loadConfig } from "../config.ts";
import { certifyCommand } from "./certify.ts";
import { identifier, identifiers } from "./identifier.ts";
import type { ListOptions } from "./lists/index.ts";
import { listCommand, timeOption, withServiceOptions } from "./lists.ts";
import { namesOption } from "./names-option.ts";
import { withSecretOptions } from "./receiver/secret.ts";
import { keySource } from "./service.ts";
import {
  type CreateOptions,
  createWebhook,
  deleteWebhook,
  type ReplayOptions,
  replay,
  rotateSecret,
  setEnabled,
  showWebhook,
  type UpdateOptions,
  updateWebhook,
  type WebhookOptions,
} from "./webhooks/change.ts";
import {
  type AttemptOptions,
  listAttempts,
  listMissed,
  listWebhooks,
  showAttempt,
  type WebhookListOptions,
} from "./webhooks/lists.ts";
import { verifyWebhook } from "./webhooks/verify.ts";

const help = (scope: string, ...examples: string[]) => `
${keySource}
It needs the scope ${scope}.

Exits with 1 when the service refuses the call or does not answer.

${examples.length > 1 ? "Examples" : "Example"}:
${examples.map((example) => `  $ pda webhooks ${example}`).join("\n")}`;

const id = "whk_01h2xcejqtf2nbrexx3vqjhp41";
const event = "evt_01h2xcejqtf2nbrexx3vqjhp41";
const json = ["--json", "print the answer's data as JSON and nothing else"] as const;
const webhook = ["<webhook>", "identifier of the endpoint, whk_…", identifier("whk")] as const;

const numbers =
  (min: number, max: number) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
  };

const tenantOption = identifier("mer", "pub");

/** A command about one endpoint. */
const about = (name: string, description: string): Command =>
  withServiceOptions(new Command(name).description(description).argument(...webhook)).option(...json);

const period = (command: Command, what: string): Command =>
  command
    .addOption(
      new Option("--from <time>", `${what} at or after this time: a day (UTC) or RFC 3339`).argParser(
        timeOption,
      ),
    )
    .addOption(
      new Option("--to <time>", `${what} before this time: a day (UTC) or RFC 3339`).argParser(timeOption),
    );

function create(): Command {
  const command = withServiceOptions(new Command("create"))
    .description("Create an endpoint: its receiver is asked for a challenge, and then gets events")
    .argument("<receiver>", "URL that events are sent to")
    .requiredOption(
      "--events <types>",
      "types of events with commas between them, such as payment.completed (required)",
      namesOption,
    )
    .option(
      "--tenant <id>",
      "merchant or publisher whose events are sent; the operator must give it",
      tenantOption,
    )
    .option("--description <text>", "purpose of the endpoint, at most 200 characters")
    .option("--thin", "send events without the resource that they are about")
    .option(
      "--ordered",
      "send events one after the other; an event that is not accepted holds up all later ones",
    )
    .option("--concurrency <n>", "requests at once, 1 to 50 (default: 10)", numbers(1, 50))
    .option("--rate <n>", "requests in a second, 1 to 1000 (default: no limit)", numbers(1, 1000))
    .option("--public-key-signature", "sign requests also with a key of the service (Ed25519)")
    .option("--http-signature", "sign requests also as RFC 9421 says, with the same key")
    .option("--bearer-token-file <file>", "file whose first line the requests carry as a bearer token");
  return withSecretOptions(command, "secret to sign requests with (default: a random one)")
    .option(...json)
    .addHelpText(
      "after",
      help(
        "events.write",
        "create https://shop.example/hooks --events payment.completed,payment.failed",
        "create http://localhost:3000/hooks --events refund.completed --tenant mer_01h2xcejqtf2nbrexx3vqjhp41",
      ),
    )
    .action((url: string, options: CreateOptions) => createWebhook(loadConfig(), url, options));
}

function update(): Command {
  return about("update", "Change an endpoint; what is not named stays as it is")
    .option("--receiver <url>", "URL that events are sent to; its receiver is asked for a challenge first")
    .option(
      "--events <types>",
      "types of events with commas between them, in place of all earlier ones",
      namesOption,
    )
    .option("--description <text>", "purpose of the endpoint, at most 200 characters")
    .option("--thin", "send events without the resource that they are about")
    .option("--no-thin", "send events with the resource that they are about")
    .option("--ordered", "send events one after the other")
    .option("--no-ordered", "send several events at once")
    .option("--concurrency <n>", "requests at once, 1 to 50", numbers(1, 50))
    .option("--rate <n>", "requests in a second, 1 to 1000", numbers(1, 1000))
    .option("--bearer-token-file <file>", "file whose first line the requests carry as a bearer token")
    .addHelpText(
      "after",
      help(
        "events.write",
        `update ${id} --events payment.completed,refund.completed`,
        `update ${id} --receiver https://shop.example/new-hooks --concurrency 20`,
      ),
    )
    .action((webhookId: string, options: UpdateOptions) => updateWebhook(loadConfig(), webhookId, options));
}

function list(): Command {
  return listCommand("List endpoints as a table, newest first")
    .option("--tenant <id>", "only endpoints of this merchant or publisher", tenantOption)
    .addHelpText("after", help("events.read", "list", "list --all --json | jq -r '.items[].webhookId'"))
    .action((options: WebhookListOptions) => listWebhooks(loadConfig(), options));
}

function attempts(): Command {
  const command = listCommand("List attempts to deliver events as a table, newest first", "attempts")
    .argument(...webhook)
    .argument(
      "[attempt]",
      "show only this attempt, dlv_…, with the first KiB of the receiver's answer",
      identifier("dlv"),
    )
    .addOption(
      new Option("--outcome <outcome>", "only attempts with this outcome").choices(["succeeded", "failed"]),
    )
    .option("--event <id>", "only attempts to deliver this event, evt_…", identifier("evt"));
  return period(command, "only attempts")
    .addHelpText(
      "after",
      help("events.read", `attempts ${id} --outcome failed`, `attempts ${id} dlv_01h2xcejqtf2nbrexx3vqjhp41`),
    )
    .action((webhookId: string, deliveryId: string | undefined, options: AttemptOptions) =>
      deliveryId === undefined
        ? listAttempts(loadConfig(), webhookId, options)
        : showAttempt(loadConfig(), { webhookId, deliveryId }, options),
    );
}

function missed(): Command {
  return listCommand("List events that no attempt has delivered as a table, oldest first", "missed")
    .argument(...webhook)
    .addOption(
      new Option("--from <time>", "events at or after this time, at most 30 days ago (required)")
        .argParser(timeOption)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--to <time>", "events before this time").argParser(timeOption))
    .addHelpText("after", help("events.read", `missed ${id} --from 2026-01-31 --all`))
    .action((webhookId: string, options: ListOptions & { readonly from: string; readonly to?: string }) =>
      listMissed(loadConfig(), webhookId, options),
    );
}

function replaying(): Command {
  const command = about("replay", "Send events again, by their identifiers or of a range of time")
    .argument("[event...]", "identifiers of events, evt_…, at most 100", identifiers("evt"))
    .option("--missed", "with --from: only events that no attempt has delivered");
  return period(command, "events")
    .addHelpText(
      "after",
      `
The events have the identifiers that they always had, so that a receiver recognises those that it knows.
When 10000 events wait to be sent, the command waits until some have been sent, and goes on.
${help("events.write", `replay ${id} ${event}`, `replay ${id} --from 2026-01-31 --missed`)}`,
    )
    .action((webhookId: string, eventIds: string[] | undefined, options: ReplayOptions) =>
      replay(loadConfig(), { webhookId, eventIds: eventIds ?? [] }, options),
    );
}

function rotate(): Command {
  const command = about("rotate-secret", "Replace the secret of an endpoint; prints the new one once").option(
    "--overlap-seconds <n>",
    "seconds for which requests are also signed with the old secret, 0 to 604800 (default: 86400)",
    numbers(0, 604_800),
  );
  return withSecretOptions(command, "new secret (default: a random one)")
    .addHelpText(
      "after",
      help("events.write", `rotate-secret ${id}`, `rotate-secret ${id} --overlap-seconds 0`),
    )
    .action((webhookId: string, options: Parameters<typeof rotateSecret>[2]) =>
      rotateSecret(loadConfig(), webhookId, options),
    );
}

function switching(name: "enable" | "disable", description: string): Command {
  return about(name, description)
    .addHelpText("after", help("events.write", `${name} ${id}`))
    .action((webhookId: string, options: WebhookOptions) =>
      setEnabled(loadConfig(), { webhookId, enabled: name === "enable" }, options),
    );
}

/** `pda webhooks` */
export function webhooksCommand(): Command {
  return new Command("webhooks")
    .description(
      "Manage webhook endpoints, see what was delivered, send events again, and certify a receiver",
    )
    .addCommand(list())
    .addCommand(
      about("show", "Show an endpoint")
        .addHelpText("after", help("events.read", `show ${id}`))
        .action((webhookId: string, options: WebhookOptions) =>
          showWebhook(loadConfig(), webhookId, options),
        ),
    )
    .addCommand(create())
    .addCommand(update())
    .addCommand(
      about(
        "verify",
        "Ask the receiver of an endpoint for the challenge once more, at once, and wait for its answer",
      )
        .addHelpText("after", help("events.write, and events.read to see the answer", `verify ${id}`))
        .action((webhookId: string, options: WebhookOptions) =>
          verifyWebhook(loadConfig(), webhookId, options),
        ),
    )
    .addCommand(switching("enable", "Enable a disabled endpoint"))
    .addCommand(switching("disable", "Disable an endpoint: nothing is sent until it is enabled"))
    .addCommand(rotate())
    .addCommand(
      about("delete", "Delete an endpoint; its attempts can still be listed")
        .addHelpText("after", help("events.write", `delete ${id}`))
        .action((webhookId: string, options: WebhookOptions) =>
          deleteWebhook(loadConfig(), webhookId, options),
        ),
    )
    .addCommand(attempts())
    .addCommand(missed())
    .addCommand(replaying())
    .addCommand(certifyCommand())
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda webhooks list\n  $ pda webhooks certify http://localhost:3000/hooks --secret-file secret.txt",
    );
}
