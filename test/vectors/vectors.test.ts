import { expect } from "chai";
import { loadSuites, runSuite } from "./run.ts";
import { dataFile } from "./suite.ts";

const suites = await loadSuites();

describe("published vectors", () => {
  it("are those of all suites", () => {
    expect(suites.map(({ name }) => name)).to.have.members([
      "pkits",
      "sd-jwt",
      "status-list",
      "sun",
      "wycheproof-cmac",
      "wycheproof-ecdsa",
    ]);
  });

  for (const suite of suites)
    it(suite.name, async () => {
      const { passed, lines } = await runSuite(suite);
      expect(passed, lines.join("\n")).to.equal(true);
    });

  it("fail, and are not left out, when a file of theirs is missing", async () => {
    const { passed, lines } = await runSuite({
      name: "lost",
      run: () => {
        throw new Error(`read ${dataFile("lost.json")}`);
      },
    });
    expect(passed).to.equal(false);
    expect(lines.join()).to.match(/^lost did not run: .*lost\.json/);
  });
});
