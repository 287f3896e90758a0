// A start on a full disk. /dev/full takes part of the database's files: every write to it fails with ENOSPC, whoever writes. A small
// disk of its own ends where PostgreSQL is, in the middle of a block for one.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { describeFailure } from "../../src/cli/failure.ts";
import { logger } from "../../src/logger.ts";
import { namingFullDisk, endReasonOf } from "../../src/platform/postgres/full-disk.ts";
import { type Postgres, startPostgres } from "../../src/platform/postgres.ts";
import { freePort, freePorts } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const log = logger("test", { level: "silent" });
const pda = join(import.meta.dirname, "../../bin/pda");
/** Runs a shell whose mounts nobody else sees; they end with it. */
const ownMounts = ["--mount", "sh", "-c"];

/** Only root may mount, and not in every container. */
function mayMount(): boolean {
  return spawnSync("unshare", [...ownMounts, "mount -t tmpfs tmpfs /mnt"]).status === 0;
}

describe("the start of the embedded database on a full disk", function () {
  this.timeout(120_000);

  const refusal = async (dir: string): Promise<string> => {
    let started: Postgres | undefined;
    try {
      started = await startPostgres({ dir, port: await freePort(), log });
    } catch (error) {
      return describeFailure(error);
    }
    await started.close();
    return "it started";
  };

  /** One line with the path, and the step that helps. */
  const expectNamed = (text: string, dir: string): void => {
    const [what, next] = text.split("\n");
    expect(what).to.satisfy((line: string) => line.startsWith(`pda: the disk of ${dir} is full: `));
    expect(what).to.match(/no space left on device/i);
    expect(next).to.match(/^ {2}next: free space on that disk, or set another dataDir/);
  };

  it("names the folder and the next step when the database is made", async () => {
    using folder = temporaryDirectory();
    const dir = join(folder.path, "data");
    mkdirSync(dir, { mode: 0o700 });
    symlinkSync("/dev/full", join(dir, "postgres.init.password"));
    expectNamed(await refusal(dir), dir);
  });

  // Two sizes one page apart: with one of them there is room for half a block when the disk is full, which is no error of the system.
  for (const kilobytes of [20_480, 20_484])
    it(`names them when pda up makes the database on a disk of ${kilobytes} KiB`, async function () {
      if (!mayMount()) return this.skip();
      using folder = temporaryDirectory();
      const dir = join(folder.path, "data");
      const { status, stderr } = spawnSync(
        "unshare",
        [...ownMounts, `mount -t tmpfs -o size=${kilobytes}k tmpfs "$0" && exec "$1" up`, folder.path, pda],
        {
          encoding: "utf8",
          timeout: 60_000,
          env: { PATH: process.env.PATH, ...(await freePorts()), PDA_DATA_DIR: dir },
        },
      );
      expect(status, stderr).to.equal(1);
      const [what, next, ...more] = stderr.trimEnd().split("\n");
      expect(more).to.deep.equal([]);
      // PostgreSQL says it, or the system, when another part that starts at the same time is the first that finds the disk full.
      expect(what).to.match(new RegExp(`^pda: the disk of ${dir} is full: .*([Nn]o space left|wrote only)`));
      expect(next).to.match(/^ {2}next: free space on that disk, or set another dataDir/);
    });

  it("takes the reason out of what a program of PostgreSQL says, not what it does about it", () => {
    const removing = 'initdb: removing contents of data directory "/data/postgres.init"';
    const partly = 'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 1';
    expect(endReasonOf(["PANIC:  cannot abort transaction 1", partly, removing])).to.equal(partly);
    const other = 'initdb: error: could not access directory "/data/postgres.init": Permission denied';
    expect(endReasonOf(["The files belong to nobody.", other, removing])).to.equal(other);
  });

  it("names them when a database that was made before is started", async () => {
    using folder = temporaryDirectory();
    const dir = join(folder.path, "data");
    await (await startPostgres({ dir, port: await freePort(), log })).close();
    const file = join(dir, "postgres/postmaster.opts");
    rmSync(file);
    symlinkSync("/dev/full", file);
    expectNamed(await refusal(dir), dir);
  });

  it("names them when the schema cannot be brought up to date, without the statement", async () => {
    using folder = temporaryDirectory();
    await using postgres = await startPostgres({ dir: folder.path, port: await freePort(), log });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const raise = `do $$ begin raise exception 'could not extend file "base/16385/1259": No space left on device' using errcode = '53100'; end $$`;
    const error: Error = await client.query(raise).then(
      () => new Error("nothing was raised"),
      (raised: Error) => raised,
    );
    await client.end();
    // As the library says it that applies migrations.
    error.message = `create table a (\n  b text\n);\n - ${error.message}`;
    const text = describeFailure(namingFullDisk(error, folder.path));
    expectNamed(text, folder.path);
    expect(text).to.not.include("create table");
    const other = new Error("permission denied");
    expect(namingFullDisk(other, folder.path)).to.equal(other);
  });
});
