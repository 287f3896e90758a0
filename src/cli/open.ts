import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { identifier } from "./identifier.ts";
import { keyHelp, withServiceOptions } from "./lists.ts";
import { type OpenOptions, openPayment } from "./open/payment.ts";

/** `pda open` */
export function openCommand(): Command {
  const payment = withServiceOptions(new Command("payment"))
    .description("Open the page on which a payment is paid, and afterwards its receipt")
    .argument("<payment>", "identifier of the payment, pay_…", identifier("pay"))
    .option("--print", "only print the link")
    .addHelpText(
      "after",
      `
The link is that of the payment reference, which is made if a pending payment has none. A payment that has ended without a reference
has no page. The command prints the link and opens it in the browser. On a
terminal without a desktop it prints a QR code in place of that.
${keyHelp("payments.write")}
It also needs the scope payments.read.

Examples:
  $ pda open payment pay_01h2xcejqtf2nbrexx3vqjhp41
  $ pda open payment pay_01h2xcejqtf2nbrexx3vqjhp41 --print`,
    )
    .action((paymentId: string, options: OpenOptions) => openPayment(loadConfig(), paymentId, options));
  return new Command("open")
    .description("Open the page of a resource in the browser")
    .addCommand(payment)
    .addHelpText("after", "\nExamples:\n  $ pda open payment pay_01h2xcejqtf2nbrexx3vqjhp41");
}
