// make model STEPS=2000 SEED=7: the model test at any length.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Product } from "../support/product.ts";
import { modelSettings, runModel } from "./run.ts";

const { values } = parseArgs({
  options: { steps: { type: "string" }, seed: { type: "string" }, crashes: { type: "string" } },
});

function wholeNumber(name: string, text: string | undefined, preset: number): number {
  const number = text ? Number(text) : preset;
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`${name} has to be a whole number, not ${text}`);
  return number;
}

const steps = wholeNumber("STEPS", values.steps, 2_000);
const seed = wholeNumber("SEED", values.seed, randomInt(2 ** 31));
const crashes = wholeNumber("CRASHES", values.crashes, 10);

process.stderr.write(`model: ${steps} steps, SEED=${seed}; starting the product …\n`);
await using product = await Product.start(modelSettings);
let told = Date.now();
const verdict = await runModel({
  product,
  steps,
  seed,
  crashes,
  shrinkMs: 10 * 60_000,
  tell: (done, killed) => {
    if (Date.now() - told < 5_000) return;
    told = Date.now();
    process.stderr.write(`model: step ${done} of ${steps}, ${killed} crashes\n`);
  },
  found: (what, done) =>
    process.stderr.write(
      `model: after ${done} steps: ${what}\nmodel: looking for a shorter sequence, up to 10 minutes …\n`,
    ),
});
if (verdict.violation !== undefined) process.stdout.write(`${verdict.violation}\n`);
const violations = verdict.violation === undefined ? 0 : 1;
process.stdout.write(`model: ${verdict.steps} steps, ${verdict.crashes} crashes, ${violations} violations\n`);
if (violations > 0) {
  process.stdout.write(`model: again with make model STEPS=${steps} SEED=${seed} CRASHES=${crashes}\n`);
  process.exitCode = 1;
}
