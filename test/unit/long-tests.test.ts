// What make model and make replay say to numbers that are none: one line, how it is said right, exit code 2, and nothing is started.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

describe("the numbers of a long test", function () {
  this.timeout(60_000);
  for (const [target, setting] of [
    ["model", "STEPS=abc"],
    ["model", "STEPS=0"],
    ["model", "STEPS=1e3"],
    ["model", "STEPS=1.5"],
    ["model", "STEPS=9007199254740993"],
    ["model", "SEED=-1"],
    ["model", "CRASHES=1001"],
    ["replay", "KEYS=0"],
    ["replay", "KEYS=x"],
    ["replay", "KEYS=-1"],
    ["replay", "SEED=0"],
  ] as const)
    it(`are refused: make ${target} ${setting}`, async () => {
      const failed = await run("make", ["-s", "-o", "node_modules/.installed", target, setting], {
        cwd: root,
      }).then(
        () => undefined,
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
      expect(failed?.code).to.equal(2);
      expect(failed?.stdout).to.equal("");
      const [name, value] = setting.split("=");
      const [line, ...rest] = (failed?.stderr ?? "").trimEnd().split("\n");
      expect(line).to.match(
        new RegExp(`^${target}: ${name} has to be .*, not ${value}\\. Say it so: make ${target} `),
      );
      // What make adds itself.
      for (const other of rest) expect(other).to.match(/^make(\[\d+\])?: \*\*\*/);
    });
});
