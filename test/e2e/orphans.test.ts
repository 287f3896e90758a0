// Nothing is left running when what started it is gone.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask } from "./support/http.ts";

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
});
