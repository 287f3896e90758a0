// make model STEPS=2000 SEED=7: the model test at any length.
import { randomInt } from "node:crypto";
import { Product } from "../support/product.ts";
import { wholeNumbers } from "../support/whole-numbers.ts";
import { modelSettings, runModel } from "./run.ts";

const numbers = wholeNumbers(
  process.argv.slice(2),
  {
    steps: { preset: 2_000, least: 1 },
    seed: { preset: randomInt(2 ** 31), least: 0 },
    crashes: { preset: 10, least: 0, most: 1_000 },
  },
  "make model STEPS=2000 SEED=7 CRASHES=10",
);
if (typeof numbers === "string") {
  process.stderr.write(`model: ${numbers}\n`);
  process.exitCode = 2;
} else {
  await model(numbers);
}

async function model({ steps, seed, crashes }: Record<"steps" | "seed" | "crashes", number>): Promise<void> {
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
  process.stdout.write(
    `model: ${verdict.steps} steps, ${verdict.crashes} crashes, ${violations} violations\n`,
  );
  if (violations > 0) {
    process.stdout.write(`model: again with make model STEPS=${steps} SEED=${seed} CRASHES=${crashes}\n`);
    process.exitCode = 1;
  }
}
