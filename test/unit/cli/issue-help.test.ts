import { readFileSync } from "node:fs";
import { expect } from "chai";
import { issueCommand } from "../../../src/cli/issue.ts";

/** What `pda issue --help` prints. */
function helpText(): string {
  let text = "";
  issueCommand()
    .configureOutput({ writeOut: (part) => (text += part) })
    .outputHelp();
  return text;
}

describe("the help of pda issue", () => {
  it("names every column of a CSV file that the guide of tickets names", () => {
    const guide = readFileSync(new URL("../../../docs/guides/tickets.md", import.meta.url), "utf8");
    const columns = [...new Set(guide.match(/`ticket\.\w+`/g))].map((name) => name.slice(1, -1));
    expect(columns).to.have.length(5);
    const text = helpText();
    for (const column of ["kind", "name", "description", "networks", "assetType", "reference", ...columns])
      expect(text).to.contain(column);
  });
});
