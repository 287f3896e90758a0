import { expect } from "chai";
import { tokenArtifact } from "../../src/chain/evm/development/deploy-token.ts";
import { compileToken } from "../../src/chain/evm/token/compile.ts";

describe("development token", function () {
  this.timeout(60_000);

  it("is committed as its source compiles", () => {
    expect(tokenArtifact()).to.deep.equal(compileToken());
  });
});
