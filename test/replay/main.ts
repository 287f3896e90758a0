// make replay KEYS=1000000: how many keys are sent several times at once, each with one effect.
import { randomInt } from "node:crypto";
import { Product } from "../support/product.ts";
import { wholeNumbers } from "../support/whole-numbers.ts";
import { replayKeys, replaySettings } from "./replay.ts";

const numbers = wholeNumbers(
  process.argv.slice(2),
  { keys: { preset: 100_000, least: 1 }, seed: { preset: randomInt(1, 2 ** 31), least: 1 } },
  "make replay KEYS=1000000 SEED=7",
);
if (typeof numbers === "string") {
  process.stderr.write(`replay: ${numbers}\n`);
  process.exitCode = 2;
} else {
  await replay(numbers);
}

async function replay({ keys, seed }: Record<"keys" | "seed", number>): Promise<void> {
  process.stderr.write(`replay: ${keys} keys, SEED=${seed}; starting the product …\n`);
  await using product = await Product.start(replaySettings);
  let told = Date.now();
  const { calls, clients, met, replayed, violations } = await replayKeys(product, {
    keys,
    seed,
    tell: (done) => {
      if (Date.now() - told < 5_000) return;
      told = Date.now();
      process.stderr.write(`replay: ${done} of ${keys} keys\n`);
    },
  });
  for (const violation of violations) process.stdout.write(`${violation}\n`);
  process.stdout.write(
    `replay: ${keys} keys, ${calls} calls of ${clients} clients, ${replayed} answered again, ${met} met their key under way, ${violations.length} violations\n`,
  );
  if (violations.length > 0) process.exitCode = 1;
}
