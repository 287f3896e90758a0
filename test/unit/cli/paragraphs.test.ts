import { expect } from "chai";
import { wrapped } from "../../../src/cli/output/paragraphs.ts";

describe("a help", () => {
  it("has paragraphs as wide as the terminal, and examples as they are", () => {
    const example = "  $ pda payments create --amount 3 --asset-type USDX --order-reference 1001";
    const help = `\nThe API key comes from the option, else\nfrom the profile.\n\nExamples:\n${example}\n`;
    expect(wrapped(help, 30)).to.equal(
      `\nThe API key comes from the\noption, else from the profile.\n\nExamples:\n${example}\n`,
    );
    expect(wrapped(help, 100)).to.contain("\nThe API key comes from the option, else from the profile.\n");
  });
});
