// Keys that are sent again and again by 64 clients at once have one effect each. `make replay` does it with more of them.
import { randomInt } from "node:crypto";
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { timesEach } from "./attempts.ts";
import { replayKeys, replaySettings } from "./replay.ts";

const seed = Number(process.env.SEED ?? randomInt(1, 2 ** 31));
const keys = 10_000;

describe(`keys that are sent again and again (SEED=${seed})`, function () {
  this.timeout(240_000);

  it("have one effect each", async () => {
    await using product = await Product.start(replaySettings);
    const { violations, calls, met, replayed } = await replayKeys(product, { keys, seed });
    expect(violations).to.deep.equal([]);
    expect(calls).to.be.at.least(keys * timesEach);
    expect(replayed).to.be.at.least(keys * (timesEach - 1));
    expect(met, "requests that met their key under way").to.be.above(0);
  });
});
