import { expect } from "chai";
import { lineOf, loadSuites, missingFiles, passes, runSuite, vectorFolders } from "./run.ts";

const folders = vectorFolders();
const suites = await loadSuites();

describe("published vectors", () => {
  for (const suite of suites) {
    const missing = missingFiles(suite, folders);
    // A test without a body is pending: the reporter names it as left out.
    if (missing.length > 0) it(`${suite.name} (no ${missing.join(", ")})`);
    else {
      it(suite.name, async () => {
        const result = await runSuite(suite, folders);
        expect(passes(suite, result), [lineOf(suite, result), ...result.notes].join("\n")).to.equal(true);
      });
    }
  }
});
