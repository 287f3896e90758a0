// Several processes behind one address, as their callers and their operator see them.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { processStamp, until } from "../../src/platform/process-table.ts";
import { freePort } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const program = fileURLToPath(new URL("programs/process-set.ts", import.meta.url));
const HANGS_MS = 5_000;
const missing = "the database system is starting up";

interface Line {
  level: string;
  msg: string;
  process?: number;
  pid?: number;
  text?: string;
  reason?: string;
}

/** The program that looks after the processes, and what it logs. */
class RunningSet implements AsyncDisposable {
  readonly port: number;
  /** While this file exists no process can start. */
  readonly bad: string;
  readonly lines: Line[] = [];
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  words = "";
  readonly #dir = temporaryDirectory();

  /** @param bad why no process can start: nothing for a bad certificate, or what may pass */
  constructor(port: number, bad?: string) {
    this.port = port;
    this.bad = join(this.#dir.path, "bad");
    if (bad !== undefined) writeFileSync(this.bad, bad);
    this.child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", program, String(port), this.bad],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.ended = once(this.child, "close").then(([code]) => code);
    createInterface({ input: this.child.stdout as NodeJS.ReadableStream }).on("line", (line) =>
      this.lines.push(JSON.parse(line)),
    );
    this.child.stderr?.on("data", (chunk) => (this.words += chunk));
  }

  static async start(): Promise<RunningSet> {
    const set = new RunningSet(await freePort());
    await set.said("started");
    return set;
  }

  /** Waits for the nth line with this message. */
  async said(msg: string, times = 1): Promise<Line> {
    const found = () => this.lines.filter((line) => line.msg === msg);
    const heard = await until(() => found().length >= times, 30_000);
    if (!heard) throw new Error(`it never said "${msg}": ${JSON.stringify(this.lines)} ${this.words}`);
    return found()[times - 1] as Line;
  }

  /** The sum of the answers that all processes have counted, the nth time that it is asked for. */
  async answers(times: number, meanwhile?: () => Promise<void>): Promise<number> {
    this.child.kill("SIGUSR2");
    await meanwhile?.();
    const { text = "" } = await this.said("metrics", times);
    return Number(/^answers_total (\d+)$/m.exec(text)?.[1]);
  }

  /** Process ids of those that were started, in order. */
  get started(): number[] {
    return this.lines.filter(({ msg }) => msg === "process ready").map(({ pid }) => pid as number);
  }

  get alive(): number[] {
    return this.started.filter((pid) => processStamp(pid) !== undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGTERM");
    await this.ended;
    this.#dir[Symbol.dispose]();
  }
}

/** One request on a connection of its own: the process that answered, or what went wrong. */
function ask(port: number): Promise<string> {
  return new Promise((resolve) => {
    const sent = request({ port, host: "127.0.0.1", agent: false, timeout: HANGS_MS }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.once("end", () => resolve(text));
      response.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    });
    sent.once("timeout", () => {
      resolve("hangs");
      sent.destroy();
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    sent.end();
  });
}

/** Sends a request that is under way until its caller goes away. */
function hold(port: number): Disposable {
  const sent = request({ port, host: "127.0.0.1", agent: false, path: "/held" });
  sent.once("error", () => undefined);
  sent.end();
  return { [Symbol.dispose]: () => void sent.destroy() };
}

/** Requests by sixteen callers at once while something is done; the answers by what they were. */
async function under(port: number, work: () => Promise<void>): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  let busy = true;
  const callers = Array.from({ length: 16 }, async () => {
    while (busy) {
      const answer = await ask(port);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  try {
    await work();
  } finally {
    busy = false;
    await Promise.all(callers);
  }
  return answers;
}

const bad = (answers: Map<string, number>) => [...answers].filter(([answer]) => !/^\d+$/.test(answer));

describe("a set of processes", function () {
  this.timeout(60_000);

  it("shares one port, and a reload replaces every process without a lost connection", async () => {
    await using set = await RunningSet.start();
    const before = [...set.started];
    expect(before).to.have.lengthOf(2);
    const answers = await under(set.port, async () => {
      for (let turn = 1; turn <= 3; turn += 1) {
        set.child.kill("SIGHUP");
        await set.said("reloaded", turn);
      }
    });
    expect(bad(answers)).to.deep.equal([]);
    expect(set.started).to.have.lengthOf(8);
    expect(answers.size, "each of them has answered").to.equal(8);
    expect(set.alive).to.deep.equal(set.started.slice(-2));
  });

  it("keeps the old processes when a new one does not start, and says why", async () => {
    await using set = await RunningSet.start();
    writeFileSync(set.bad, "");
    const answers = await under(set.port, async () => {
      set.child.kill("SIGHUP");
      const refused = await set.said(
        "not reloaded: a new process did not start; the other processes keep running",
      );
      expect(refused.reason).to.equal("the certificate is bad");
    });
    expect(bad(answers)).to.deep.equal([]);
    expect(set.alive).to.deep.equal(set.started).and.to.have.lengthOf(2);
    rmSync(set.bad);
    set.child.kill("SIGHUP");
    await set.said("reloaded");
    expect(set.alive).to.have.lengthOf(2);
  });

  it("replaces what is killed, and leaves no caller waiting", async () => {
    await using set = await RunningSet.start();
    const answers = await under(set.port, async () => {
      for (let turn = 1; turn <= 6; turn += 1) {
        process.kill(set.alive[0] as number, "SIGKILL");
        await set.said("process ready", 2 + turn);
      }
    });
    expect(bad(answers).map(([answer]) => answer))
      .to.be.an("array")
      .that.does.not.include("hangs");
    expect(await until(() => set.alive.length === 2, 10_000)).to.equal(true);
  });

  it("gives up with the reason when nothing runs any more and nothing starts", async () => {
    await using set = await RunningSet.start();
    writeFileSync(set.bad, "");
    for (const pid of set.alive) process.kill(pid, "SIGKILL");
    expect(await set.ended).to.equal(78);
    expect(set.words).to.equal("pda: the certificate is bad\n  next: renew it\n");
  });

  it("does not start when its first process does not, for that process's reason and with its exit code", async () => {
    await using set = new RunningSet(await freePort(), "");
    expect(await set.ended).to.equal(78);
    expect(set.words).to.equal("pda: the certificate is bad\n  next: renew it\n");
  });

  it("waits for what is away at the start, and says what it is", async () => {
    await using set = new RunningSet(await freePort(), missing);
    const waits = await set.said("a process did not start; trying again", 6);
    expect(waits).to.include({ level: "warn", reason: missing });
    rmSync(set.bad);
    await set.said("started");
    expect(await until(() => set.alive.length === 2, 10_000)).to.equal(true);
    expect(set.lines.filter(({ level }) => level === "error")).to.deep.equal([]);
  });

  it("keeps what runs when what the second process needs is away as it starts, and starts it later", async () => {
    await using set = new RunningSet(await freePort());
    await set.said("process ready");
    writeFileSync(set.bad, missing);
    await set.said("started");
    const ready = set.alive.length;
    if (ready === 1) await set.said("a process did not start; trying again");
    expect(await ask(set.port)).to.match(/^\d+$/);
    rmSync(set.bad);
    expect(await until(() => set.alive.length === 2, 30_000)).to.equal(true);
  });

  it("does not give up when all processes die and what they need is away for long", async () => {
    await using set = await RunningSet.start();
    writeFileSync(set.bad, missing);
    for (const pid of set.alive) process.kill(pid, "SIGKILL");
    await set.said("a process did not start; trying again", 6);
    expect(set.child.exitCode).to.equal(null);
    rmSync(set.bad);
    expect(await until(() => set.alive.length === 2, 30_000)).to.equal(true);
    expect(await ask(set.port)).to.match(/^\d+$/);
  });

  it("goes on when the system refuses a new process, says why, and starts it later", async () => {
    await using set = await RunningSet.start();
    const limitOpenFiles = (most: string) =>
      execFileSync("prlimit", ["--pid", String(set.child.pid), `--nofile=${most}:`]);
    limitOpenFiles("16");
    process.kill(set.alive[0] as number, "SIGKILL");
    const { reason } = await set.said("a process did not start; trying again", 3);
    expect(reason).to.match(/^spawn .* EMFILE$/);
    expect(set.child.exitCode).to.equal(null);
    expect(await until(() => set.alive.length === 1, 10_000)).to.equal(true);
    limitOpenFiles("1024");
    expect(await until(() => set.alive.length === 2, 30_000)).to.equal(true);
    expect(await ask(set.port)).to.match(/^\d+$/);
    expect(set.words).to.equal("");
  });

  it("sums what all its processes have counted, those that have ended included", async () => {
    await using set = await RunningSet.start();
    for (let each = 0; each < 10; each += 1) await ask(set.port);
    set.child.kill("SIGHUP");
    await set.said("reloaded");
    for (let each = 0; each < 5; each += 1) await ask(set.port);
    set.child.kill("SIGUSR2");
    const { text } = await set.said("metrics");
    expect(text).to.match(/^answers_total 15$/m);
    expect(text).to.match(/^tier_processes\{state="ready"\} 2$/m);
    expect(text).to.match(/^process_resident_memory_bytes \d+$/m);
  });

  it("has sums that do not fall while a process that was replaced still answers", async () => {
    await using set = await RunningSet.start();
    for (let each = 0; each < 10; each += 1) await ask(set.port);
    {
      // Each of the two processes has one.
      using requests = new DisposableStack();
      for (let each = 0; each < 2; each += 1) requests.use(hold(set.port));
      let asked = 0;
      while ((await set.answers((asked += 1))) < 12) await sleep(50);
      set.child.kill("SIGHUP");
      await set.said("process ready", 3);
      expect(await set.answers((asked += 1)), "while the first one drains").to.equal(12);
      expect(set.alive).to.have.lengthOf(3);
      expect(set.lines.some(({ msg }) => msg === "process drained")).to.equal(false);
    }
    await set.said("reloaded");
    const asked = set.lines.filter(({ msg }) => msg === "metrics").length;
    expect(await set.answers(asked + 1)).to.equal(12);
  });

  it("counts a process that dies while its sums are asked for once, and waits for it no longer", async () => {
    await using set = await RunningSet.start();
    for (let each = 0; each < 10; each += 1) await ask(set.port);
    expect(await set.answers(1)).to.equal(10);
    const victim = set.alive[0] as number;
    process.kill(victim, "SIGSTOP");
    const dies = async () => {
      await sleep(300);
      process.kill(victim, "SIGKILL");
    };
    expect(await set.answers(2, dies)).to.equal(10);
    expect(await set.answers(3)).to.equal(10);
  });

  it("ends with its supervisor", async () => {
    await using set = await RunningSet.start();
    set.child.kill("SIGKILL");
    expect(await until(() => set.alive.length === 0, 20_000)).to.equal(true);
  });
});
