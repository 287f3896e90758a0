// make clients ONLY=go: runs the checks of each client library and the conformance scenario (clients/conformance), or those of one language.
import { parseArgs } from "node:util";
import { hasCheck, runCheck } from "./support/check.ts";
import { type Language, languages, runScenario } from "./support/conformance.ts";
import { openService } from "./support/service.ts";

const { only = "" } = parseArgs({ options: { only: { type: "string" } } }).values;
const chosen = languages.filter((language) => only === "" || language === only);
if (chosen.length === 0) {
  process.stderr.write(`clients: ONLY has to be one of ${languages.join(", ")}, not ${only}\n`);
  process.exitCode = 2;
} else {
  await run(chosen);
}

async function run(all: readonly Language[]): Promise<void> {
  process.stderr.write("clients: starting the service …\n");
  await using service = await openService();
  for (const language of all) {
    const problem = hasCheck(language) ? await runCheck(language) : undefined;
    if (problem !== undefined) {
      process.exitCode = 1;
      process.stderr.write(`clients: ${language}: clients/${language}/check failed\n${problem}\n`);
    }
    if (hasCheck(language)) process.stdout.write(`${problem === undefined ? "✓" : "✗"} ${language} check\n`);
    const { verdicts, said } = await runScenario(language, service);
    for (const { step, problems } of verdicts)
      process.stdout.write(
        `${problems.length === 0 ? "✓" : "✗"} ${language} ${[step, ...problems].join("; ").replace(/\s+/g, " ")}\n`,
      );
    const failed = verdicts.filter(({ problems }) => problems.length > 0).length;
    if (failed === 0) continue;
    process.exitCode = 1;
    process.stderr.write(`clients: ${language}: ${failed} of ${verdicts.length} failed\n${said}\n`);
  }
}
