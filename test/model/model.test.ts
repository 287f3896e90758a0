// Random sequences of operations agree with a small model of the ledger, whatever dies meanwhile. `make model` runs longer ones.
import { randomInt } from "node:crypto";
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { modelSettings, runModel } from "./run.ts";

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const steps = 150;

describe(`the ledger's model (SEED=${seed})`, function () {
  this.timeout(600_000);

  it("and the product agree on every step, through crashes", async () => {
    await using product = await Product.start(modelSettings);
    const verdict = await runModel({ product, steps, seed, crashes: 25, shrinkMs: 120_000 });
    // As it is: an assertion shows the beginning of it only.
    if (verdict.violation !== undefined) throw new Error(verdict.violation);
    expect(verdict.steps).to.equal(steps);
  });
});
