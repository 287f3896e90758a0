// `pda up` whose output nobody takes any more: it goes on, and stops in order when it is asked to.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { logger } from "../../src/logger.ts";
import { clusterDirectory } from "../../src/platform/postgres/cluster.ts";
import { startPostgres } from "../../src/platform/postgres.ts";
import { processesIn, until } from "../../src/platform/process-table.ts";
import { ask } from "../e2e/support/http.ts";
import { freePort, freePorts } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { startProgram } from "./program.ts";

const command = join(import.meta.dirname, "../../bin/pda");

describe("pda up whose output is lost", function () {
  this.timeout(240_000);
  let folder: ReturnType<typeof temporaryDirectory>;
  let settings: Record<string, string>;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = temporaryDirectory();
    settings = { ...(await freePorts()), PDA_DATA_DIR: join(folder.path, "data") };
  });
  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    folder[Symbol.dispose]();
  });

  const up = (stdout: "pipe" | number): ChildProcess => {
    const env = { PATH: process.env.PATH, ...settings };
    child = spawn(command, ["up"], { cwd: folder.path, env, stdio: ["ignore", stdout, "pipe"] });
    return child;
  };
  const databases = (): number[] => processesIn(clusterDirectory(settings.PDA_DATA_DIR as string));
  const isReady = async (): Promise<boolean> => {
    const root = join(settings.PDA_DATA_DIR as string, "pki/tier/root.crt");
    if (!existsSync(root)) return false;
    const front = {
      baseUrl: `https://localhost:${settings.PDA_GATEWAY_PORT}`,
      ca: readFileSync(root, "utf8"),
    };
    return await ask(front, "/readyz").then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  /** Stops it as Ctrl-C does. What it has started has ended before it. */
  const expectOrderlyStop = async (running: ChildProcess): Promise<void> => {
    const ended = once(running, "exit");
    running.kill("SIGINT");
    expect(await ended).to.deep.equal([0, null]);
    expect(databases()).to.deep.equal([]);
  };

  it("stops in order after its reader has ended, as in `pda up | tee log` with Ctrl-C", async () => {
    const running = up("pipe");
    const [stdout, stderr] = [running.stdout, running.stderr] as [Readable, Readable];
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: stdout }).on("line", (line) => line.startsWith("pda is ready") && resolve());
      running.once("exit", () => reject(new Error("it ended before it was ready")));
    });
    expect(databases()).to.not.deep.equal([]);
    for (const stream of [stdout, stderr]) {
      const closed = once(stream, "close");
      stream.destroy();
      await closed;
    }
    await expectOrderlyStop(running);
  });

  it("becomes ready and stays so while its output goes to a full disk", async function () {
    if (!existsSync("/dev/full")) return this.skip();
    const full = openSync("/dev/full", "w");
    const running = up(full);
    closeSync(full);
    for (let tries = 0; tries < 600 && running.exitCode === null && !(await isReady()); tries++)
      await sleep(200);
    await sleep(1_000);
    expect(running.exitCode).to.equal(null);
    expect(await isReady()).to.equal(true);
    await expectOrderlyStop(running);
  });
});

describe("lines of pda up", function () {
  this.timeout(60_000);

  it("come again after the disk was full, with the number of those that were lost", async function () {
    if (!existsSync("/dev/full")) return this.skip();
    using dir = temporaryDirectory();
    const file = join(dir.path, "log");
    writeFileSync(file, "");
    const full = openSync("/dev/full", "w");
    const script = join(import.meta.dirname, "programs/printing.ts");
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, file], {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    using _ = { [Symbol.dispose]: () => void child.kill("SIGKILL") };
    await once(child.stderr as Readable, "data");
    await sleep(500);
    child.kill("SIGUSR2");
    const lines = (): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1);
    expect(await until(() => lines().length > 50, 20_000)).to.equal(true);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
    const [report = "", ...others] = lines();
    const lost = Number(/^ {2}! (\d+) lines were lost$/.exec(report)?.[1]);
    expect(lost, report).to.be.above(1);
    expect(others.map(Number)).to.deep.equal(others.map((_line, at) => lost + 1 + at));
  });
});

describe("a program that started the embedded database", function () {
  this.timeout(60_000);

  it("stops it when it ends without having stopped it, also where the system does not", async () => {
    using dir = temporaryDirectory();
    const port = await freePort();
    const log = logger("test", { level: "silent" });
    await (await startPostgres({ dir: dir.path, port, log })).close();
    const { child, said } = await startProgram("leaving", dir.path, String(port));
    expect(processesIn(clusterDirectory(dir.path))).to.include(said.pid);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([3, null]);
    try {
      expect(await until(() => processesIn(clusterDirectory(dir.path)).length === 0, 10_000)).to.equal(true);
      expect(existsSync(join(clusterDirectory(dir.path), "postmaster.pid")), "it ended by force").to.equal(
        false,
      );
    } finally {
      for (const pid of processesIn(clusterDirectory(dir.path))) process.kill(pid, "SIGQUIT");
    }
  });
});
