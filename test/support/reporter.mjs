// Mocha's spec reporter, and plain closing lines that machines read too. Tests that were left out, or blocked their process (process.ts),
// are named. A failure is also told as soon as it happens, and in one line at the end, where a long log is cut off.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mocha from "mocha";

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = mocha.Runner.constants;

/** In one line: what another program said has its reason at the end. */
const bothEnds = (text) => text.replace(/\s+/g, " ").replace(/^(.{200}).*(.{400})$/, "$1 … $2");

export default class Reporter extends mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const leftOut = [];
    const failed = [];
    const folder = mkdtempSync(join(tmpdir(), "pda-test-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const blocked = join(folder, "blocked");
    process.env.TEST_BLOCKED = blocked;
    runner.on(EVENT_TEST_PENDING, (test) => leftOut.push(test.fullTitle()));
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      console.log(error.stack ?? error.message);
      failed.push(`${test.fullTitle()}: ${bothEnds(String(error.message))}`);
    });
    runner.once(EVENT_RUN_END, () => {
      // After everything that the spec reporter prints at the end.
      setImmediate(() => {
        const { passes, failures, pending } = this.stats;
        for (const title of leftOut) console.log(`left out: ${title}`);
        if (existsSync(blocked)) console.log(`blocked its process, which was ended: ${readFileSync(blocked, "utf8").trimEnd()}`);
        for (const line of failed) console.log(`failed: ${line}`);
        console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
      });
    });
  }
}
