import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { Client } from "pg";
import { logger } from "../../src/logger.ts";
import { clusterDirectory } from "../../src/platform/postgres/cluster.ts";
import { embeddedUrl, startPostgres } from "../../src/platform/postgres.ts";
import { PlatformError } from "../../src/platform/problem.ts";
import { processesIn, until } from "../../src/platform/process-table.ts";
import { recordingLog } from "../chain/support/log.ts";
import { freePort } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { killHard, startProgram } from "./program.ts";

const log = logger("test", { level: "silent" });

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("embedded PostgreSQL", function () {
  this.timeout(60_000);

  it("makes a UTF8 database with durable settings that only this machine reaches, in folders closed to others", async () => {
    using dir = temporaryDirectory();
    const data = join(dir.path, ".pda");
    await using postgres = await startPostgres({ dir: data, port: await freePort(), log });
    const [settings] = await query(
      postgres.url,
      `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
        current_setting('listen_addresses') as host, current_setting('password_encryption') as passwords,
        (select datlocprovider::text || datlocale from pg_database where datname = current_database()) as locale`,
    );
    expect(settings).to.deep.equal({
      encoding: "UTF8",
      fsync: "on",
      commit: "on",
      pages: "on",
      host: "127.0.0.1",
      passwords: "scram-sha-256",
      locale: "bC.UTF-8",
    });
    expect(modeOf(data)).to.equal(0o700);
    expect(modeOf(clusterDirectory(data))).to.equal(0o700);
    expect(modeOf(join(data, "postgres-credentials.json"))).to.equal(0o600);
  });

  it("gives the product a role without superuser rights, and nobody in without the password", async () => {
    using dir = temporaryDirectory();
    await using postgres = await startPostgres({ dir: dir.path, port: await freePort(), log });
    const [role] = await query(
      postgres.url,
      "select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user",
    );
    expect(role).to.deep.equal({ rolsuper: false, rolcreaterole: false, rolcreatedb: false });
    const wrong = new URL(postgres.url);
    wrong.password = "guess";
    const refused = await query(wrong.href, "select 1").catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error).and.to.have.property("code", "28P01");
  });

  it("does not run as root", async () => {
    using dir = temporaryDirectory();
    await using postgres = await startPostgres({ dir: dir.path, port: await freePort(), log });
    const status = readFileSync(`/proc/${postgres.pid}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).to.not.equal("0");
    // Of all capabilities at most the one to enter folders.
    const held = BigInt(`0x${/^CapEff:\s+([0-9a-f]+)/m.exec(status)?.[1]}`);
    expect(held & ~0b110n).to.equal(0n);
  });

  it("keeps every committed row through kill -9 of the server and of the program that started it", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    for (let round = 1; round <= 3; round++) {
      const { child, said } = await startProgram("database", dir.path, String(port));
      await query(said.url, "create table if not exists kept (round int primary key)");
      await query(said.url, `insert into kept values (${round})`);
      process.kill(said.pid, "SIGKILL");
      await killHard(child);
    }
    await using postgres = await startPostgres({ dir: dir.path, port, log });
    expect(await query(postgres.url, "select round from kept order by 1")).to.deep.equal([
      { round: 1 },
      { round: 2 },
      { round: 3 },
    ]);
  });

  it("stops the server when the program that started it is killed, and starts again", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    const { child, said } = await startProgram("database", dir.path, String(port));
    await query(said.url, "create table kept (x int)");
    await killHard(child);
    expect(await until(() => processesIn(clusterDirectory(dir.path)).length === 0, 20_000)).to.equal(true);
    await using postgres = await startPostgres({ dir: dir.path, port, log });
    expect(await query(postgres.url, "select count(*)::int as n from kept")).to.deep.equal([{ n: 0 }]);
  });

  it("stops a server of an earlier run that is still there", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    const former = await startPostgres({ dir: dir.path, port, log });
    await using postgres = await startPostgres({ dir: dir.path, port, log });
    await former.exited;
    expect(postgres.pid).to.not.equal(former.pid);
    expect(await query(postgres.url, "select 1 as one")).to.deep.equal([{ one: 1 }]);
  });

  it("starts although the pid file names a process of somebody else", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    await (await startPostgres({ dir: dir.path, port, log })).close();
    const cluster = clusterDirectory(dir.path);
    writeFileSync(
      join(cluster, "postmaster.pid"),
      `${process.pid}\n${cluster}\n1\n${port}\n\n127.0.0.1\n  1 1\nready\n`,
    );
    await using postgres = await startPostgres({ dir: dir.path, port, log });
    expect(await query(postgres.url, "select 1 as one")).to.deep.equal([{ one: 1 }]);
  });

  it("makes the database anew when its making was interrupted", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    await (await startPostgres({ dir: dir.path, port, log })).close();
    // What a kill during initdb leaves: the passwords, and a half-made folder under another name.
    execFileSync("mv", [clusterDirectory(dir.path), join(dir.path, "postgres.init")]);
    rmSync(join(dir.path, "postgres.init", "PG_VERSION"));
    await using postgres = await startPostgres({ dir: dir.path, port, log });
    expect(await query(postgres.url, "select current_database() as name")).to.deep.equal([{ name: "pda" }]);
    expect(existsSync(join(dir.path, "postgres.init"))).to.equal(false);
    expect(embeddedUrl({ dir: dir.path, port })).to.equal(postgres.url);
  });

  it("waits for a recovery that takes longer than a start may", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    await (await startPostgres({ dir: dir.path, port, log })).close();
    // A server that looks for files of an archive has the same state as one that repeats its log after a crash.
    writeFileSync(join(clusterDirectory(dir.path), "recovery.signal"), "");
    const settings = { restore_command: "sleep 2; false" };
    const { log: own, lines } = recordingLog();
    await using postgres = await startPostgres({ dir: dir.path, port, log: own, settings, startMs: 1_500 });
    expect(await query(postgres.url, "select 1 as one")).to.deep.equal([{ one: 1 }]);
    expect(lines()).to.contain('"msg":"the database is recovering"');
    expect(
      await query(
        postgres.url,
        "select setting from pg_settings where name = 'log_startup_progress_interval'",
      ),
    ).to.deep.equal([{ setting: "10000" }]);
  });

  it("says which setting to change when its port is taken", async () => {
    using dir = temporaryDirectory();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    try {
      const error = await startPostgres({ dir: dir.path, port, log }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PlatformError);
      expect((error as PlatformError).message)
        .to.contain(`port ${port}`)
        .and.to.contain("taken");
      expect((error as PlatformError).advice).to.contain("database.embeddedPort");
    } finally {
      other.close();
    }
  });

  it("does not touch a database folder whose passwords are lost, or that another version made", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    await (await startPostgres({ dir: dir.path, port, log })).close();
    const version = join(clusterDirectory(dir.path), "PG_VERSION");
    writeFileSync(version, "15\n");
    const older = await startPostgres({ dir: dir.path, port, log }).catch((reason: Error) => reason);
    expect((older as Error).message).to.contain("was made by PostgreSQL 15");
    writeFileSync(version, "18\n");
    rmSync(join(dir.path, "postgres-credentials.json"));
    const lost = await startPostgres({ dir: dir.path, port, log }).catch((reason: Error) => reason);
    expect((lost as Error).message).to.contain("postgres-credentials.json is missing");
  });
});
