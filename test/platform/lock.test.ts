import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { lockHolder, takeLock, untilHolderIsKnown } from "../../src/platform/lock.ts";
import { PlatformError } from "../../src/platform/problem.ts";
import { processSpace, processStamp, until } from "../../src/platform/process-table.ts";
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

  describe("with a holder in another container or on another machine", () => {
    const [boot, namespace] = processSpace().split("/") as [string, string];
    const spaces = [`${boot}/pid:[1]`, `other boot/${namespace}`, "other boot/"];
    const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
    /** A lock of a process whose number is one of here too, or of nobody here, and that touched it some seconds ago. */
    const lockFrom = (
      dir: string,
      { space, pid, age }: { space: string; pid: number; age: number },
    ): string => {
      const file = join(dir, "pda.lock");
      const holder = { pid, stamp: processStamp(pid) ?? "x/1", space, command: "pda up", since: "then" };
      writeFileSync(file, JSON.stringify(holder));
      utimesSync(file, secondsAgo(age), secondsAgo(age));
      return file;
    };

    for (const space of spaces)
      it(`is held while the lock is touched, and taken over when it no longer is (${space})`, () => {
        for (const pid of [process.pid, 2 ** 22 + 1]) {
          using dir = temporaryDirectory();
          lockFrom(dir.path, { space, pid, age: 20 });
          expect(lockHolder(dir.path)?.pid).to.equal(pid);
          expect(() => takeLock(dir.path, "pda up")).to.throw(
            PlatformError,
            `in another container or on another machine (pid ${pid} there, since then)`,
          );
          lockFrom(dir.path, { space, pid, age: 31 });
          expect(lockHolder(dir.path)).to.equal(undefined);
          using _ = takeLock(dir.path, "pda up");
          expect(lockHolder(dir.path)?.pid).to.equal(process.pid);
          expect(readdirSync(dir.path)).to.deep.equal(["pda.lock"]);
        }
      });

    it("is waited for until it is known whether the holder lives", async function () {
      this.timeout(20_000);
      using dir = temporaryDirectory();
      const said: string[] = [];
      const known = () => untilHolderIsKnown(dir.path, ({ command }) => said.push(command));
      await known();
      lockFrom(dir.path, { space: "other boot/", pid: 1, age: 60 });
      await known();
      expect(said).to.deep.equal([]);
      lockFrom(dir.path, { space: "other boot/", pid: 1, age: 29 });
      await known();
      expect(said).to.deep.equal(["pda up"]);
      expect(lockHolder(dir.path)).to.equal(undefined);
      const file = lockFrom(dir.path, { space: "other boot/", pid: 1, age: 5 });
      const waiting = known();
      utimesSync(file, new Date(), new Date());
      await waiting;
      expect(lockHolder(dir.path)?.pid).to.equal(1);
    });
  });

  it("says where its holder runs, and is touched while it is held", async function () {
    this.timeout(20_000);
    using dir = temporaryDirectory();
    using _ = takeLock(dir.path, "pda up");
    const file = join(dir.path, "pda.lock");
    expect(JSON.parse(readFileSync(file, "utf8"))).to.include({ space: processSpace() });
    const long = new Date(Date.now() - 60_000);
    utimesSync(file, long, long);
    expect(await until(() => Date.now() - statSync(file).mtimeMs < 10_000, 10_000)).to.equal(true);
  });

  it("tells one who stood still that another took it over, once, and is not touched by that one any more", async function () {
    this.timeout(20_000);
    using dir = temporaryDirectory();
    const lost: string[] = [];
    using _ = takeLock(dir.path, "pda up", ({ command }) => lost.push(command));
    const file = join(dir.path, "pda.lock");
    const other = { pid: 1, stamp: "x/1", space: "other boot/", command: "pda backup", since: "later" };
    writeFileSync(file, JSON.stringify(other));
    const long = new Date(Date.now() - 60_000);
    utimesSync(file, long, long);
    expect(await until(() => lost.length > 0, 8_000)).to.equal(true);
    await sleep(6_000);
    expect(lost).to.deep.equal(["pda backup"]);
    expect(statSync(file).mtimeMs).to.equal(long.getTime());
  });

  it("is not given back by one who lost it", () => {
    using dir = temporaryDirectory();
    const mine = takeLock(dir.path, "pda up");
    const other = { pid: process.ppid, stamp: processStamp(process.ppid), command: "pda up", since: "later" };
    writeFileSync(join(dir.path, "pda.lock"), JSON.stringify(other));
    mine.release();
    expect(lockHolder(dir.path)?.pid).to.equal(process.ppid);
  });
});
