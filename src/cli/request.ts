import { Command, InvalidArgumentError } from "commander";
import { loadConfig } from "../config.ts";
import { withServiceOptions } from "./lists.ts";
import { request, type RequestOptions } from "./request/send.ts";
import { keySource } from "./service.ts";

/** Headers that a request has already, or that would show a secret to other users of the machine. */
const refused = ["authorization", "content-length", "content-type", "cookie", "host", "idempotency-key"];

function headerOption(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name = "", value = ""] = /^([\w!#$%&'*+.^`|~-]+): *([ -~]*)$/.exec(text) ?? [];
  if (name === "") throw new InvalidArgumentError("It must be a header such as 'If-Match: \"3\"'.");
  if (refused.includes(name.toLowerCase()))
    throw new InvalidArgumentError(`The header ${name} is set by other options.`);
  return { ...before, [name]: value };
}

const help = (...examples: string[]) => `
The path is that of an operation, with or without /api/v1 before it: see /docs of a running service. The answer is printed as JSON.
${keySource}

Exit codes: 0 the service has answered; 1 the service refuses the call or does not answer.

Examples:
${examples.map((example) => `  $ pda ${example}`).join("\n")}`;

const command = (name: string, description: string): Command =>
  withServiceOptions(new Command(name))
    .description(description)
    .argument("<path>", "path and query, such as /payments?status=pending")
    .option(
      "-H, --header <header>",
      `another header, such as 'If-Match: "3"'; repeat for more`,
      headerOption,
    );

/** `pda get` */
export const getCommand = (): Command =>
  command("get", "Send a GET request to the service, and print the answer")
    .addHelpText(
      "after",
      help(
        "get '/payments?status=pending&pageSize=5'",
        "get /payments/pay_01h2xcejqtf2nbrexx3vqjhp41 | jq .data",
        "get /verification/crls/root -H 'Accept: application/pkix-crl' > root.crl",
      ),
    )
    .action((path: string, options: RequestOptions) => request(loadConfig(), "GET", { path, ...options }));

/** `pda post` */
export const postCommand = (): Command =>
  command("post", "Send a POST request to the service, and print the answer")
    .option("-d, --data <json>", "body: JSON, @ and a file, or - for standard input")
    .option(
      "--idempotency-key <key>",
      "names the call: a repeat with the same key has no second effect (default: a random one)",
    )
    .addHelpText(
      "after",
      help(
        `post /payments -d '{"amount":"12.50","assetType":"USDX","merchantId":"mer_01h2xcejqtf2nbrexx3vqjhp41"}'`,
        "post /payments -d @order.json --idempotency-key order-1001",
        "post /payments/pay_01h2xcejqtf2nbrexx3vqjhp41/cancel",
      ),
    )
    .action((path: string, options: RequestOptions) => request(loadConfig(), "POST", { path, ...options }));
