// Every generator of generators.yaml with the document that a service serves; clients in the languages that compile quickly call it.
import { expect } from "chai";
import { sharedProduct } from "../support/product.ts";
import { readGenerators } from "./generators/support/catalogue.ts";
import { targetOf, Trial } from "./generators/support/run.ts";

/** `make clients` compiles and calls the others, too. */
const quick = new Set(["go", "python", "openapi-typescript"]);

describe("generators that other teams use", function () {
  this.timeout(600_000);
  let trial: Trial;
  before(async () => {
    trial = await Trial.begin(targetOf(await sharedProduct()));
  });
  after(() => trial[Symbol.asyncDispose]());

  for (const generator of readGenerators())
    it(`${generator.name}: ${quick.has(generator.name) ? "its client makes all calls" : "generates without an unexplained warning"}`, async function () {
      const { problems, leftOut, warnings, calls } = await trial.try(
        generator,
        quick.has(generator.name) ? "call" : "generate",
      );
      expect(problems).to.deep.equal([]);
      if (leftOut) (this.test as Mocha.Test).title += ` [left out: ${leftOut}]`;
      if (warnings === undefined || (quick.has(generator.name) && !calls)) this.skip();
    });
});
