// 100,000 assets from a file while cores are killed in the middle: `pda issue` goes on by itself, and when it is killed as well, the next
// one does. In the end there is exactly one asset for each row.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { publisher } from "../e2e/support/scene.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const rows = 100_000;
const main = join(import.meta.dirname, "../../bin/pda");

describe("issuing 100,000 assets", function () {
  this.timeout(300_000);

  it("gives each row one asset, however often the core and the command are killed", async () => {
    await using product = await Product.start();
    using folder = temporaryDirectory();
    const { publisherId, network } = await publisher(product);
    const file = join(folder.path, "prints.csv");
    const lines = Array.from({ length: rows }, (_, row) => `good,Print ${row},${network},${row}`);
    writeFileSync(file, `kind,name,networks,metadata.row\n${lines.join("\n")}\n`);
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    const count = async (): Promise<number> =>
      (await database.query("select count(*)::int as count from asset")).rows[0].count;
    const untilAbove = async (wanted: number, child: ChildProcess): Promise<void> => {
      while ((await count()) < wanted) {
        expect(child.exitCode, "pda issue ended too early").to.equal(null);
        await sleep(20);
      }
    };
    const issue = (): ChildProcess =>
      spawn(main, ["issue", file, "--publisher", publisherId], {
        env: { ...process.env, ...product.settings },
        stdio: "ignore",
      });
    const killCore = (): void => {
      const core = descendants(product.pid).find((pid) => commandOf(pid).endsWith(" core"));
      if (core === undefined) throw new Error("no core runs");
      process.kill(core, "SIGKILL");
    };

    const first = issue();
    for (const wanted of [10_000, 30_000]) {
      await untilAbove(wanted, first);
      killCore();
    }
    await untilAbove(50_000, first);
    const gone = once(first, "exit");
    first.kill("SIGKILL");
    await gone;
    expect(await count()).to.be.below(rows);

    const second = issue();
    await untilAbove(70_000, second);
    killCore();
    const [code] = await once(second, "exit");
    expect(code).to.equal(0);

    expect(await count()).to.equal(rows);
    const distinct = await database.query("select count(distinct metadata->>'row')::int as count from asset");
    expect(distinct.rows[0].count).to.equal(rows);
    const transitions = await database.query("select count(*)::int as count from asset_transition");
    expect(transitions.rows[0].count).to.equal(rows);
    await database.end();
    const told = readFileSync(`${file}.results.ndjson`, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(told.map(({ line }) => line)).to.deep.equal(Array.from({ length: rows }, (_, row) => row + 2));
    expect(new Set(told.map(({ assetIdentifier }) => assetIdentifier))).to.have.property("size", rows);
    expect(told.every(({ status }) => status === "issued")).to.equal(true);
  });
});
