// make clients: every mainstream generator, as it comes (README.md). make clients GENERATOR=go tries one.
import { parseArgs } from "node:util";
import type { Attempt } from "./support/attempt.ts";
import { readGenerators } from "./support/catalogue.ts";
import { openTarget, Trial } from "./support/run.ts";

const { only = "" } = parseArgs({ options: { only: { type: "string" } } }).values;
const generators = readGenerators();
const chosen = generators.filter(({ name }) => only === "" || name === only);
if (chosen.length === 0) {
  process.stderr.write(
    `generators: GENERATOR has to be one of ${generators.map(({ name }) => name).join(", ")}\n`,
  );
  process.exitCode = 2;
} else {
  process.stderr.write("generators: starting the service …\n");
  await using target = await openTarget();
  await using trial = await Trial.begin(target);
  for (const generator of chosen) {
    const result = await trial.try(generator, "call");
    process.stdout.write(`${lineOf(result)}\n`);
    if (result.problems.length > 0) process.exitCode = 1;
  }
}

function lineOf({ generator, warnings, lines, compileSeconds, calls, leftOut, problems }: Attempt): string {
  const { name, tool } = generator;
  const facts = [
    `${tool.name} ${tool.version}`,
    lines !== undefined && `generated: ${lines.toLocaleString("en")} lines, ${warnings} warnings`,
    compileSeconds !== undefined && `compiled in ${compileSeconds} s`,
    calls && `calls ${calls.right}/${calls.all}`,
    leftOut && `left out: ${leftOut}`,
  ].filter(Boolean);
  return [`${problems.length === 0 ? "✓" : "✗"} ${name}: ${facts.join("; ")}`, ...problems].join("\n  ");
}
