import { readFileSync } from "node:fs";
import { expect } from "chai";
import { compileToken } from "../../src/chain/evm/token/compile.ts";

describe("development token", function () {
  this.timeout(60_000);

  it("is committed as its source compiles", () => {
    const committed = readFileSync(
      new URL("../../src/chain/evm/token/artifact.json", import.meta.url),
      "utf8",
    );
    expect(JSON.parse(committed)).to.deep.equal(compileToken());
  });
});
