// Every client library passes its own checks and runs every step of the conformance scenario (clients/conformance), as make clients does.
import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { hasCheck, runCheck } from "./support/check.ts";
import { type Language, languages, runScenario } from "./support/conformance.ts";
import { openService, type Service } from "./support/service.ts";

/** Programs of the machine that the client of a language needs. */
const tools: Readonly<Record<Language, readonly string[]>> = {
  typescript: [],
  go: ["go", "gcc"],
  python: ["python3"],
  java: ["java", "mvn"],
};

const isMissing = (program: string): boolean =>
  spawnSync("sh", ["-c", 'command -v "$1"', "sh", program]).status !== 0;

describe("client library", function () {
  this.timeout(1_000_000);
  for (const language of languages.filter(hasCheck))
    it(`in ${language} passes its own checks`, async function () {
      if (tools[language].some(isMissing)) this.skip();
      const said = await runCheck(language);
      // Whole: a comparison would show the beginning of the text, and the reason is at its end.
      if (said !== undefined) expect.fail(said);
    });
});

describe("conformance scenario", function () {
  // With downloading generators and compiling.
  this.timeout(1_000_000);
  let service: Service;
  before(async () => {
    service = await openService();
  });
  after(() => service[Symbol.asyncDispose]());

  for (const language of languages)
    it(`in ${language}`, async function () {
      if (tools[language].some(isMissing)) this.skip();
      const { verdicts, said } = await runScenario(language, service);
      const failed = verdicts.filter(({ problems }) => problems.length > 0);
      expect(failed, said).to.deep.equal([]);
    });
});
