import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CommandError } from "../../../src/cli/failure.ts";
import { FileLock } from "../../../src/cli/issue/lock.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

describe("the lock of a file that is issued", () => {
  let folder: ReturnType<typeof temporaryDirectory>;
  let file: string;
  beforeEach(() => {
    folder = temporaryDirectory();
    file = join(folder.path, "rows.csv");
  });
  afterEach(() => folder[Symbol.dispose]());

  const heldBy = (pid: number | string): void => writeFileSync(`${file}.lock`, `${pid}\n`);

  it("is given back", () => {
    for (let turn = 0; turn < 2; turn++) {
      using lock = new FileLock(file);
      expect(readFileSync(lock.path, "utf8")).to.equal(`${process.pid}\n`);
    }
    expect(existsSync(`${file}.lock`)).to.equal(false);
  });

  it("is refused while another process has it, with its number", () => {
    heldBy(process.ppid);
    expect(() => new FileLock(file)).to.throw(CommandError, `another process (${process.ppid}) is issuing`);
    expect(readFileSync(`${file}.lock`, "utf8")).to.equal(`${process.ppid}\n`);
  });

  it("is taken over from a process that was killed", () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    for (const former of [pid, process.pid, "nobody"]) {
      heldBy(former);
      using lock = new FileLock(file);
      expect(readFileSync(lock.path, "utf8")).to.equal(`${process.pid}\n`);
    }
  });

  it("says where nothing can be written", () => {
    expect(() => new FileLock(join(folder.path, "no folder", "rows.csv"))).to.throw(CommandError, "ENOENT");
  });
});
