// Nothing is left running when what started it is gone.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { lockFile } from "../../src/platform/lock.ts";
import { isAlive, until } from "../../src/platform/process-table.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask } from "./support/http.ts";
import { commandOf, descendants } from "./support/process-tree.ts";

const logger = pathToFileURL(join(import.meta.dirname, "../../src/logger.ts")).href;

/** Logs more than one line at once and ends, when told to. */
const program = `
import { logger } from ${JSON.stringify(logger)};
const log = logger("test");
process.once("message", () => {
  for (const line of ["one", "two", "three"]) log.warn(line);
  process.exit(0);
});
process.send("ready");
`;

describe("processes whose supervisor is gone", function () {
  this.timeout(180_000);

  it("end although nobody reads what they log last", async () => {
    using folder = temporaryDirectory();
    const script = join(folder.path, "program.ts");
    writeFileSync(script, program);
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    try {
      await once(child, "message");
      child.stdout?.destroy();
      await once(child.stdout as NodeJS.ReadableStream, "close");
      const ended = once(child, "exit", { signal: AbortSignal.timeout(20_000) });
      child.send("go");
      expect(await ended).to.deep.equal([0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("kill -9 of pda up alone ends all of its tiers, and it starts again on its data", async () => {
    await using product = await Product.start();
    await product.killSupervisor();
    await product.up();
    expect((await ask(product, "/readyz")).status).to.equal(200);
  });

  it("end at once, with the database, where another process has taken over the data folder of pda up", async () => {
    await using product = await Product.start();
    const lock = lockFile(product.dataDir);
    const mine = readFileSync(lock, "utf8");
    const all = [product.pid, ...descendants(product.pid)];
    expect(
      all.map(commandOf).filter((command) => command.includes("postgres")),
      "databases",
    ).to.not.be.empty;
    // What a second container writes after this one stood still for half a minute.
    writeFileSync(lock, JSON.stringify({ ...JSON.parse(mine), space: "another/", since: "later" }));
    const gone = await until(() => !all.some(isAlive), 30_000);
    expect(gone, all.filter(isAlive).map(commandOf).join("\n")).to.equal(true);
    expect(product.output).to.contain(`pda: "pda up" has taken over ${product.dataDir}`);
    expect(JSON.parse(readFileSync(lock, "utf8")).since, "the lock stays the other's").to.equal("later");
    rmSync(lock);
    await product.up();
    expect((await ask(product, "/readyz")).status).to.equal(200);
  });
});
