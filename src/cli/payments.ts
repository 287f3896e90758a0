import { Command, InvalidArgumentError, Option } from "commander";
import { loadConfig } from "../config.ts";
import { identifier } from "./identifier.ts";
import { type PaymentsOptions, printPayments } from "./lists/index.ts";
import {
  fromOption,
  keyHelp,
  listCommand,
  ownListHelp,
  toOption,
  watchOption,
  withServiceOptions,
} from "./lists.ts";
import {
  cancelPayment,
  type ChangeOptions,
  type CreateOptions,
  createPayment,
  type PaymentOptions,
  showPayment,
} from "./payments/change.ts";
import { watchPayment } from "./payments/watch.ts";

const json = ["--json", "print the answer's data as JSON and nothing else"] as const;
const payment = ["<payment>", "identifier of the payment, pay_…", identifier("pay")] as const;
const id = "pay_01h2xcejqtf2nbrexx3vqjhp41";
const merchant = "mer_01h2xcejqtf2nbrexx3vqjhp41";

const help = (scope: string, ...examples: string[]) => `${keyHelp(scope)}

Exits with 1 when the service refuses the call or does not answer.

Examples:
${examples.map((example) => `  $ pda payments ${example}`).join("\n")}`;

function amountOption(text: string): string {
  if (/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a decimal number such as "12.50".');
}

function secondsOption(text: string): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds.");
}

function metadataOption(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at > 0) return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
  throw new InvalidArgumentError("It must be a key and a value like table=12.");
}

const withRepeats = (command: Command): Command =>
  command.option(
    "--idempotency-key <key>",
    "names the call: a repeat with the same key has no second effect (default: a random one)",
  );

function list(): Command {
  return listCommand("List payments as a table, newest first")
    .option("--merchant <id>", "only payments to this merchant, mer_…", identifier("mer"))
    .addOption(
      new Option("--status <status>", "only payments with this status").choices([
        "pending",
        "completed",
        "failed",
        "cancelled",
      ]),
    )
    .option("--asset-type <code>", "only payments in this asset type")
    .option("--order-reference <text>", "only payments with this order reference of the merchant")
    .option("--device <id>", "only payments of this terminal, dev_…", identifier("dev"))
    .addOption(fromOption("payments"))
    .addOption(toOption("payments"))
    .addOption(watchOption())
    .addHelpText(
      "after",
      `${ownListHelp("payments.read")}
Examples:
  $ pda payments list --status completed
  $ pda payments list --from 2026-01-31 --to 2026-02-01 --all
  $ pda payments list --status pending --watch
  $ pda payments list --all --json | jq -r '.items[].paymentId'`,
    )
    .action((options: PaymentsOptions) => printPayments(loadConfig(), options));
}

function create(): Command {
  const command = withServiceOptions(new Command("create"))
    .description("Create a payment request")
    .requiredOption("--amount <amount>", "amount in whole units of the asset type (required)", amountOption)
    .requiredOption("--asset-type <code>", "code of the asset type, such as USDX (required)")
    .option("--merchant <id>", "merchant that is paid, mer_… (default: that of the key)", identifier("mer"))
    .option("--description <text>", "purpose of the payment, as the payer reads it")
    .option("--order-reference <text>", "the merchant's own reference, such as an order number")
    .option("--expires-in <seconds>", "seconds until the payment expires (default: 900)", secondsOption)
    .option("--metadata <key=value>", "the merchant's own data; repeat for more", metadataOption);
  return withRepeats(command)
    .option(...json)
    .addHelpText(
      "after",
      help(
        "payments.write",
        `create --amount 12.50 --asset-type USDX --merchant ${merchant}`,
        `create --amount 3 --asset-type USDX --order-reference 1001 --idempotency-key order-1001`,
      ),
    )
    .action((options: CreateOptions) => createPayment(loadConfig(), options));
}

const get = (): Command =>
  withServiceOptions(new Command("get"))
    .description("Show a payment")
    .argument(...payment)
    .option(...json)
    .option(
      "--watch",
      "print the payment now and at each change until it has ended; with --json one line for each",
    )
    .addHelpText(
      "after",
      `
With --watch the exit code is 0 for a completed payment, 2 for one that has failed or was cancelled, and 130 after Ctrl-C.
${help("payments.read", `get ${id}`, `get ${id} --json | jq -r .status`, `get ${id} --watch && echo paid`)}`,
    )
    .action(async (paymentId: string, options: PaymentOptions) => {
      if (options.watch) process.exitCode = await watchPayment(loadConfig(), paymentId, options);
      else await showPayment(loadConfig(), paymentId, options);
    });

const cancel = (): Command =>
  withRepeats(withServiceOptions(new Command("cancel")))
    .description("Cancel a pending payment; a repeat changes nothing")
    .argument(...payment)
    .option(...json)
    .addHelpText("after", help("payments.write", `cancel ${id}`))
    .action((paymentId: string, options: ChangeOptions) => cancelPayment(loadConfig(), paymentId, options));

/** `pda payments` */
export function paymentsCommand(): Command {
  return new Command("payments")
    .description("Create, show, list and cancel payments of a running service")
    .addCommand(create())
    .addCommand(get())
    .addCommand(cancel())
    .addCommand(list(), { isDefault: true })
    .addHelpText(
      "after",
      `\nExamples:\n  $ pda payments list --status pending\n  $ pda payments create --amount 12.50 --asset-type USDX --merchant ${merchant}`,
    );
}
