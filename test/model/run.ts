// A random sequence of operations against the product and the model, with crashes in between.
import fc from "fast-check";
import type { Product } from "../support/product.ts";
import { checkNetwork, checkStep } from "./checks.ts";
import { checkEvents, checkPayouts } from "./event-checks.ts";
import { LedgerModel } from "./ledger-model.ts";
import { perform, type Sides } from "./perform.ts";
import { Sequence, type Step } from "./steps.ts";
import { World } from "./world.ts";

/** Who takes part. */
const size = { holders: 5, shops: 3 };

/** Settings of a product under test: payments live for a day, and requests are not limited. */
export const modelSettings = {
  PDA_PAYMENT_TTL_SECONDS: "86400",
  PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
  PDA_GATEWAY_RATE_BURST: "1000000",
};

/** What a run has come to. */
export interface Verdict {
  readonly steps: number;
  readonly crashes: number;
  /** What was found, with the shortest sequence that shows it. */
  readonly violation?: string;
}

/** @param tell called after every step of the first sequence */
export async function runModel(options: {
  readonly product: Product;
  readonly steps: number;
  readonly seed: number;
  /** How many of a thousand steps kill something. */
  readonly crashes: number;
  /** A sequence that has failed is made shorter for so long. */
  readonly shrinkMs: number;
  readonly tell?: (done: number, crashes: number) => void;
  /** Called with the first thing found, before the sequence is made shorter. */
  readonly found?: (what: string, steps: number) => void;
}): Promise<Verdict> {
  const { product, seed, tell } = options;
  const first = { steps: 0, crashes: 0 };
  let shrinkUntil: number | undefined;
  let network = true;
  const property = fc.asyncProperty(new Sequence(options.steps, options.crashes), async (steps) => {
    // Shorter ones are tried after a failure only; when time is up, the shortest so far is told.
    if (shrinkUntil !== undefined && Date.now() > shrinkUntil) return;
    const sides = await makeSides(product);
    try {
      await follow(sides, steps, (step) => {
        if (shrinkUntil !== undefined) return;
        first.steps += 1;
        if (step.kind === "crash") first.crashes += 1;
        tell?.(first.steps, first.crashes);
      });
      await checkEvents(sides);
      if (network) {
        await checkNetwork(sides);
        await checkPayouts(sides);
      }
    } catch (error) {
      // What a step has shown is looked for in steps.
      if (shrinkUntil === undefined) {
        network = first.steps === steps.length;
        options.found?.(error instanceof Error ? error.message : String(error), first.steps);
      }
      shrinkUntil ??= Date.now() + options.shrinkMs;
      throw error;
    }
  });
  const details = await fc.check(property, { seed, numRuns: 1 });
  if (!details.failed) return first;
  const steps = details.counterexample?.[0] ?? [];
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : "the run was ended";
  return { ...first, violation: [why, `after ${steps.length} steps:`, ...steps.map(asText)].join("\n") };
}

/** A step in a line, e.g. `refund payment=7 amount=1`. */
const asText = ({ kind, ...more }: Step): string =>
  [`  ${kind}`, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)].join(" ");

const makeSides = async (product: Product): Promise<Sides> => ({
  world: await World.make(product, size),
  model: new LedgerModel(size.holders, size.shops),
});

/** Does one step after the other, and checks after each. @throws Violation */
async function follow(sides: Sides, steps: readonly Step[], done: (step: Step) => void): Promise<void> {
  for (const [index, step] of steps.entries()) {
    sides.model.step = index;
    await checkStep(sides, await perform(sides, step));
    done(step);
  }
}
