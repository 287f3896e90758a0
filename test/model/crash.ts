// Kills a part of the product by SIGKILL while payments are asked for and paid.
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Both, create, pay, type Sides } from "./perform.ts";
import type { Step, Victim } from "./steps.ts";

const looks: Record<Victim, RegExp> = {
  core: / core$/,
  worker: / worker$/,
  database: /postgres .*-D /,
};

/** Creates and pays payments side by side, kills in the middle, and waits until all are answered. */
export async function crash(sides: Sides, step: Extract<Step, { kind: "crash" }>): Promise<readonly Both[]> {
  const { world, model } = sides;
  const wallets = world.holders.length;
  // Each can be paid whatever the order in which they are: no wallet is asked for more than it has.
  const share = (wallet: number): bigint => (model.wallets[wallet] ?? 0n) / BigInt(step.burst);
  const shares = Array.from({ length: step.burst }, (_, index) => share(index % wallets));
  const working = shares.map(async (amount, index) => {
    const payment = await create(sides, index % world.shops.length, amount > 0n ? amount : 1n);
    if (amount > 0n) await pay(sides, payment, index % wallets);
    return payment;
  });
  await sleep(step.delayMs);
  await kill(sides, step.victim);
  return Promise.all(working);
}

/** Kills what runs under that name; waits for it when it was killed just before. */
async function kill({ world: { product } }: Sides, victim: Victim): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const pid = descendants(product.pid).find((child) => looks[victim].test(commandOf(child)));
    if (pid !== undefined) {
      process.kill(pid, "SIGKILL");
      return;
    }
    await sleep(100);
  }
  throw new Error(`no ${victim} has run for a minute`);
}
