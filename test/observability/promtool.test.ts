// Prometheus' own tool judges the rules: their form, and for each alert when it fires and when it does not.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { configurations, ruleFiles, ruleTestFiles } from "./files.ts";

const run = promisify(execFile);

/** Runs promtool. @throws Error with what promtool says, or with advice when this machine has no promtool */
async function promtool(...args: string[]): Promise<string> {
  try {
    return (await run("promtool", args)).stdout;
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === "ENOENT")
      throw new Error(
        "this test needs promtool. Debian: apt-get install --no-install-recommends prometheus; elsewhere: the Prometheus release",
        { cause: error },
      );
    throw new Error(`${stdout}${stderr}`, { cause: error });
  }
}

describe("promtool", function () {
  this.timeout(180_000);

  it("accepts the rules and the configurations", async () => {
    expect(ruleFiles).to.have.lengthOf(6);
    expect(await promtool("check", "rules", ...ruleFiles)).to.not.contain("FAILED");
    expect(configurations).to.have.lengthOf(2);
    for (const file of configurations) expect(await promtool("check", "config", file)).to.contain("SUCCESS");
  });

  it("sees every alert fire when it must, and not when it must not", async () => {
    expect(ruleTestFiles).to.have.lengthOf(5);
    const said = await promtool("test", "rules", ...ruleTestFiles);
    expect(said.match(/SUCCESS/g), said).to.have.lengthOf(ruleTestFiles.length);
  });
});
