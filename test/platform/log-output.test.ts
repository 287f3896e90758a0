// What becomes of log lines when the standard output fails, as on a full disk.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { until } from "../../src/platform/process-table.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const program = fileURLToPath(new URL("programs/logging.ts", import.meta.url));

describe("log lines", function () {
  this.timeout(60_000);

  it("come again after the disk was full, with the number of those that were lost", async () => {
    using dir = temporaryDirectory();
    const file = join(dir.path, "log");
    writeFileSync(file, "");
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, file], {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    using _ = { [Symbol.dispose]: () => void child.kill("SIGKILL") };
    await once(child.stderr as NodeJS.ReadableStream, "data");
    await sleep(1_500);
    child.kill("SIGUSR2");
    const lines = (): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1);
    expect(await until(() => lines().length > 50, 20_000)).to.equal(true);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);

    const [report, ...others] = lines().map((line) => JSON.parse(line));
    expect(report).to.include({ level: "error", tier: "test" });
    const lost = Number(/^(\d+) lines were lost$/.exec(report.msg)?.[1]);
    expect(lost).to.be.above(1);
    expect(others.map(({ number }) => number)).to.deep.equal(others.map((_line, at) => lost + 1 + at));
  });
});
