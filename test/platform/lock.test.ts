import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { lockHolder, takeLock } from "../../src/platform/lock.ts";
import { PlatformError } from "../../src/platform/problem.ts";
import { processStamp } from "../../src/platform/process-table.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("the lock of a data folder", () => {
  it("is held by one process at a time, and the refusal names it", () => {
    using dir = temporaryDirectory();
    const lock = takeLock(dir.path, "pda up");
    expect(() => takeLock(dir.path, "pda up")).to.throw(
      PlatformError,
      `"pda up" is already running on ${dir.path} (pid ${process.pid}`,
    );
    expect(lockHolder(dir.path)?.pid).to.equal(process.pid);
    lock.release();
    expect(lockHolder(dir.path)).to.equal(undefined);
    takeLock(dir.path, "pda up").release();
    expect(readdirSync(dir.path)).to.deep.equal([]);
  });

  const stale: Record<string, object | string> = {
    "a process that is gone": { pid: 2 ** 22 + 1, stamp: "x/1", command: "pda up", since: "then" },
    "a former process with the number of a living one": {
      pid: process.pid,
      stamp: "other boot/1",
      command: "pda up",
      since: "then",
    },
    "nobody, because it is damaged": '{"pid":',
  };
  for (const [whose, holder] of Object.entries(stale)) {
    it(`is taken over from ${whose}`, () => {
      using dir = temporaryDirectory();
      writeFileSync(join(dir.path, "pda.lock"), typeof holder === "string" ? holder : JSON.stringify(holder));
      expect(lockHolder(dir.path)).to.equal(undefined);
      const lock = takeLock(dir.path, "pda up");
      expect(lockHolder(dir.path)?.pid).to.equal(process.pid);
      expect(readdirSync(dir.path)).to.deep.equal(["pda.lock"]);
      lock.release();
    });
  }

  it("is not given back by one who lost it", () => {
    using dir = temporaryDirectory();
    const mine = takeLock(dir.path, "pda up");
    const other = { pid: process.ppid, stamp: processStamp(process.ppid), command: "pda up", since: "later" };
    writeFileSync(join(dir.path, "pda.lock"), JSON.stringify(other));
    mine.release();
    expect(lockHolder(dir.path)?.pid).to.equal(process.ppid);
  });
});
