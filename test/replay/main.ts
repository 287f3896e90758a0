// make replay KEYS=1000000: how many keys are sent several times at once, each with one effect.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Product } from "../support/product.ts";
import { replayKeys, replaySettings } from "./replay.ts";

const { values } = parseArgs({ options: { keys: { type: "string" }, seed: { type: "string" } } });

function wholeNumber(name: string, text: string | undefined, preset: number): number {
  const number = text ? Number(text) : preset;
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`${name} has to be a whole number above 0, not ${text}`);
  return number;
}

const keys = wholeNumber("KEYS", values.keys, 100_000);
const seed = wholeNumber("SEED", values.seed, randomInt(1, 2 ** 31));

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
