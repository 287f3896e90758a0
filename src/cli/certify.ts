import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { report } from "./certify/report.ts";
import { rules } from "./certify/rules.ts";
import { type CertifyOptions, certify, type Verdict } from "./certify/run.ts";
import { describeFailure } from "./failure.ts";
import { Progress } from "./output/progress.ts";
import { withSecretOptions } from "./receiver/secret.ts";
import { jsonText } from "./output/plain.ts";

/** The receiver could not be certified: it does not answer, or an argument is wrong. Not 1, which means that it breaks a rule. */
const EXIT_NO_VERDICT = 2;

/** Certifies with a progress bar. */
async function watched(url: string, options: CertifyOptions): Promise<Verdict[]> {
  using progress = new Progress("rules");
  return await certify(loadConfig().publicUrl, url, { ...options, tell: progress.tell });
}

/** `pda webhooks certify` */
export function certifyCommand(): Command {
  const width = Math.max(...rules.map(({ rule }) => rule.length));
  const command = new Command("certify")
    .description("Check that a receiver keeps the twelve rules for receivers of events")
    .argument("<receiver>", "URL of the receiver");
  return withSecretOptions(command, "secret with which the receiver checks signatures")
    .option("--probe <url>", "URL that answers GET with the number of events that the receiver has taken")
    .option("--json", "print the verdicts as JSON and nothing else")
    .addHelpText(
      "after",
      `
The command sends events to the receiver as the service would, and judges the answers. No service needs to run. The events are not marked as
test events, and their payments and refunds do not exist. Certify a receiver that is tested, not one that serves customers.

A receiver keeps a rule if it:
${rules.map(({ rule, says }) => `  ${rule.padEnd(width)}  ${says}`).join("\n")}

Answers do not show whether a receiver has worked on an event twice. With --probe the command also asks the receiver for its count.

Exit codes: 0 all rules are kept; 1 a rule is broken; 2 no verdict, because of a wrong argument or because the receiver does not answer.

Examples:
  $ pda webhooks certify http://localhost:3000/hooks --secret-file secret.txt
  $ pda webhooks certify https://test.shop.example/hooks --secret-file secret.txt --json`,
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_NO_VERDICT))
    .action(async (url: string, { json, ...options }: CertifyOptions & { readonly json?: boolean }) => {
      try {
        const verdicts = await watched(url, options);
        const certified = verdicts.every(({ kept }) => kept);
        if (json) console.log(jsonText({ url, certified, rules: verdicts }));
        else console.log(report(verdicts, options.probe !== undefined).join("\n"));
        process.exitCode = certified ? 0 : 1;
      } catch (error) {
        process.stderr.write(describeFailure(error));
        process.exitCode = EXIT_NO_VERDICT;
      }
    });
}
