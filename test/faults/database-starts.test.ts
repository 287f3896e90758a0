// A core that is started before its database takes connections: PostgreSQL is down, then starts up and refuses everybody (57P03).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { describeFailure, exitCodeOf } from "../../src/cli/failure.ts";
import { initialiseAll } from "../../src/cli/pki.ts";
import { loadConfig } from "../../src/config.ts";
import { logger } from "../../src/logger.ts";
import { ensureDataKey } from "../../src/platform/data-key.ts";
import { clusterDirectory } from "../../src/platform/postgres/cluster.ts";
import { type Postgres, startPostgres } from "../../src/platform/postgres.ts";
import { processesIn, until } from "../../src/platform/process-table.ts";
import { onceAvailable } from "../../src/store/available.ts";
import { migrate } from "../../src/store/migrate.ts";
import { Store } from "../../src/store/store.ts";
import { freePort } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const command = fileURLToPath(new URL("../../bin/pda", import.meta.url));
const silent = logger("test", { level: "silent" });

type Line = { level: string; msg: string; code?: string; cause?: string; process?: number };

describe("a database that is not there yet", function () {
  this.timeout(120_000);
  const stack = new AsyncDisposableStack();
  let dir: string;
  let port: number;
  let url: string;
  let postgres: Postgres | undefined;
  before(async () => {
    dir = stack.use(temporaryDirectory()).path;
    port = await freePort();
    postgres = await startPostgres({ dir, port, log: silent });
    stack.defer(async () => postgres?.close());
    url = postgres.url;
    await migrate(url);
    await postgres.close();
    postgres = undefined;
  });
  after(() => stack.disposeAsync());

  it("is waited for by each of several core processes, which then serve", async () => {
    const settings = {
      PDA_DATA_DIR: dir,
      DATABASE_URL: url,
      PDA_CORE_PORT: String(await freePort()),
      PDA_CORE_METRICS_PORT: String(await freePort()),
    };
    const config = loadConfig({ env: settings, cwd: dir });
    await initialiseAll(config);
    ensureDataKey(config.dataKeyFile as string, false);
    const own = Object.entries(process.env).filter(([name]) => !/^(PDA_|DATABASE_URL)/.test(name));
    const core = spawn(command, ["core", "--processes", "2"], {
      env: { ...Object.fromEntries(own), ...settings },
      cwd: dir,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(core, "close").then(([code]) => code as number);
    let words = "";
    core.stderr.on("data", (chunk) => (words += chunk));
    const lines: Line[] = [];
    createInterface({ input: core.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
    const said = async (msg: string, code?: string): Promise<void> => {
      const found = () =>
        lines.some((line) => line.msg === msg && (code === undefined || line.code === code));
      if (!(await until(found, 30_000)))
        throw new Error(`never said ${msg} ${code ?? ""}: ${JSON.stringify(lines)} ${words}`);
    };
    try {
      await said("waiting for the database", "ECONNREFUSED");
      // A standby that is closed to everybody says the same as any server that starts up, for as long as it is not promoted.
      const cluster = clusterDirectory(dir);
      writeFileSync(join(cluster, "standby.signal"), "");
      const starting = startPostgres({ dir, port, log: silent, settings: { hot_standby: "off" } });
      await said("waiting for the database", "57P03");
      writeFileSync(join(cluster, "promote"), "");
      const [server] = processesIn(cluster);
      process.kill(server as number, "SIGUSR1");
      postgres = await starting;
      await said("all processes are ready");
      expect(lines.filter(({ msg }) => msg === "core serves")).to.have.lengthOf(2);
      expect(lines.filter(({ level }) => level === "error")).to.deep.equal([]);
      expect(words).to.equal("");
    } finally {
      core.kill("SIGTERM");
      expect(await ended).to.equal(0);
    }
  });

  it("is given up after a bounded time, in words and with a code that say that trying again may help", async () => {
    await postgres?.close();
    postgres = undefined;
    await using store = new Store({ url, poolMax: 1, statementTimeoutMs: 1_000 });
    const failure = await onceAvailable(() => store.transact((tx) => tx.clock.now()), {
      log: silent,
      patienceMs: 300,
    }).catch((error: unknown) => error);
    expect(failure).to.include({ name: "DatabaseAway", exitCode: 75 });
    expect(exitCodeOf(failure)).to.equal(75);
    expect(describeFailure(failure)).to.match(
      /^pda: the database cannot be used: connect ECONNREFUSED .*; waited 0\.3 s for it\n {2}next: start PostgreSQL, or correct DATABASE_URL/,
    );
  });

  it("is not waited for when it is there and refuses for another reason", async () => {
    postgres ??= await startPostgres({ dir, port, log: silent });
    const wrong = new URL(url);
    wrong.password = "wrong";
    await using store = new Store({ url: wrong.href, poolMax: 1, statementTimeoutMs: 1_000 });
    let tries = 0;
    const failure = await onceAvailable(
      () => {
        tries += 1;
        return store.transact((tx) => tx.clock.now());
      },
      { log: silent },
    ).catch((error: unknown) => error);
    expect(failure).to.include({ code: "28P01" });
    expect(tries).to.equal(1);
  });
});
