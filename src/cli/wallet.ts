import { Command, InvalidArgumentError } from "commander";
import { loadConfig } from "../config.ts";
import { listCommand, withAddressOptions } from "./lists.ts";
import type { ListOptions } from "./lists/index.ts";
import {
  createWallet,
  fundWallet,
  lookUpRequest,
  payRequest,
  type RequestOptions,
  showWallet,
} from "./wallet/index.ts";
import { printAssets, printBalances, printTransactions } from "./wallet/lists.ts";
import type { WalletOptions } from "./wallet/open.ts";

const help = (...examples: string[]) => `
The wallet's key signs the call, so no API key is needed. The holder's private key never leaves this machine.

Exits with 1 when the service refuses the call or does not answer.

Examples:
${examples.map((example) => `  $ pda wallet ${example}`).join("\n")}`;

function nameOption(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError("It must have 1 to 64 letters, digits, - or _.");
}

function referenceArgument(text: string): string {
  const reference = text.replaceAll(" ", "").toUpperCase();
  if (/^RF\d\d[0-9A-Z]{1,21}$/.test(reference)) return reference;
  throw new InvalidArgumentError("It must be a payment reference like RF18539007547034.");
}

function amountArgument(text: string): string {
  if (/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a decimal number such as "12.50".');
}

const named = (command: Command): Command =>
  command.option("--name <name>", "name of the wallet on this machine", nameOption, "default");
const walletOptions = (command: Command): Command => withAddressOptions(named(command));
const walletList = (description: string, name: string): Command =>
  named(listCommand(description, name, withAddressOptions));

const json = ["--json", "print the answer's data as JSON and nothing else"] as const;
const reference = ["<reference>", "payment reference, RF…", referenceArgument] as const;

/** `pda wallet` */
export function walletCommand(): Command {
  return new Command("wallet")
    .description("Be a holder: make a wallet with a key of your own, see what it has, and pay with it")
    .addCommand(
      walletOptions(new Command("create"))
        .description(
          "Create a wallet for a new key; the key is kept in the data folder, readable by you only",
        )
        .addHelpText("after", help("create", "create --name customer"))
        .action((options: WalletOptions) => createWallet(loadConfig(), options)),
    )
    .addCommand(
      walletOptions(new Command("show"))
        .description("Show a wallet: its identifier, its key, and a recovery that waits")
        .option(...json)
        .addHelpText("after", help("show", "show --json | jq -r .walletId"))
        .action((options: RequestOptions) => showWallet(loadConfig(), options)),
    )
    .addCommand(
      walletOptions(new Command("fund"))
        .description("Get test value in a sandbox: its publisher issues it to the wallet")
        .argument("<amount>", "amount in whole units of the asset type", amountArgument)
        .argument("<assetType>", "code of the asset type, such as USDX")
        .addHelpText("after", help("fund 100 USDX"))
        .action((amount: string, assetType: string, options: WalletOptions) =>
          fundWallet(loadConfig(), options, { amount, assetType }),
        ),
    )
    .addCommand(
      walletOptions(new Command("lookup"))
        .description("Show what a payment reference asks for")
        .argument(...reference)
        .option(...json)
        .addHelpText("after", help("lookup RF18539007547034"))
        .action((text: string, options: RequestOptions) => lookUpRequest(loadConfig(), options, text)),
    )
    .addCommand(
      walletOptions(new Command("pay"))
        .description("Agree to a payment with the holder's signature, and pay it")
        .argument(...reference)
        .option(...json)
        .addHelpText("after", help("pay RF18539007547034"))
        .action((text: string, options: RequestOptions) => payRequest(loadConfig(), options, text)),
    )
    .addCommand(
      walletList("List what the wallet holds, by asset type", "balances")
        .addHelpText("after", help("balances"))
        .action((options: ListOptions & WalletOptions) => printBalances(loadConfig(), options)),
    )
    .addCommand(
      walletList("List the assets that the wallet owns", "assets")
        .addHelpText("after", help("assets --all"))
        .action((options: ListOptions & WalletOptions) => printAssets(loadConfig(), options)),
    )
    .addCommand(
      walletList("List what went into the wallet and out of it, newest first", "transactions")
        .addHelpText("after", help("transactions --all --json"))
        .action((options: ListOptions & WalletOptions) => printTransactions(loadConfig(), options)),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda wallet create\n  $ pda wallet fund 100 USDX\n  $ pda wallet pay RF18539007547034",
    );
}
