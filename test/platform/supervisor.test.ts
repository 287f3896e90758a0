import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { READY, startChild } from "../../src/platform/child.ts";
import { PlatformError } from "../../src/platform/problem.ts";
import { processStamp, until } from "../../src/platform/process-table.ts";
import { type Part, Supervisor } from "../../src/platform/supervisor.ts";
import { killHard, startProgram } from "./program.ts";

const program = (name: string) => fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
const runs = (pid: number) => processStamp(pid) !== undefined;

function recorder() {
  const events: string[] = [];
  return {
    events,
    ended: (name: string, how: string) => events.push(`${name} ended ${how}`),
    failedAgain: (name: string) => events.push(`${name} failed`),
    back: (name: string) => events.push(`${name} back`),
  };
}

function tier(started: Part[], lines: string[] = []) {
  return {
    name: "tier",
    start: async () => {
      const part = await startChild({
        name: "tier",
        args: ["--disable-warning=ExperimentalWarning", program("tier")],
        env: process.env,
        onLine: (line) => lines.push(line),
      });
      started.push(part);
      return part;
    },
  };
}

describe("supervision of processes", function () {
  this.timeout(60_000);

  it("starts a part that was killed again, and says so", async () => {
    const report = recorder();
    const supervisor = new Supervisor(report);
    const started: Part[] = [];
    const lines: string[] = [];
    await supervisor.run(tier(started, lines));
    process.kill(started[0]?.pid as number, "SIGKILL");
    expect(await until(() => report.events.includes("tier back"), 30_000)).to.equal(true);
    expect(report.events).to.deep.equal(["tier ended by SIGKILL", "tier back"]);
    expect(lines).to.deep.equal(started.map(({ pid }) => `pid ${pid}`));
    await supervisor.close();
    expect(started.map(({ pid }) => runs(pid as number))).to.deep.equal([false, false]);
    expect(report.events).to.have.lengthOf(2);
  });

  it("tries again until a part starts, and stops trying when it is closed", async () => {
    const report = recorder();
    const supervisor = new Supervisor(report);
    let end: (how: string) => void = () => undefined;
    let starts = 0;
    await supervisor.run({
      name: "part",
      start: async () => {
        if (++starts > 1) throw new Error("no");
        const exited = new Promise<string>((resolve) => {
          end = resolve;
        });
        return { exited, close: async () => end("closed") };
      },
    });
    end("by itself");
    expect(
      await until(() => report.events.filter((event) => event === "part failed").length >= 2, 30_000),
    ).to.equal(true);
    await supervisor.close();
    const before = starts;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(starts).to.equal(before);
  });

  it("closes what was started last first", async () => {
    const supervisor = new Supervisor(recorder());
    const closed: string[] = [];
    for (const name of ["database", "core", "gateway"]) {
      let end: (how: string) => void = () => undefined;
      const exited = new Promise<string>((resolve) => {
        end = resolve;
      });
      const close = async () => {
        closed.push(name);
        end("closed");
      };
      await supervisor.run({ name, start: async () => ({ exited, close }) });
    }
    await supervisor.close();
    expect(closed).to.deep.equal(["gateway", "core", "database"]);
  });

  it("closes a part that is still starting before those that it may need", async () => {
    const supervisor = new Supervisor(recorder());
    const closed: string[] = [];
    const part = (name: string): Part => {
      const { promise: exited, resolve } = Promise.withResolvers<string>();
      const close = async () => {
        closed.push(name);
        resolve("closed");
      };
      return { exited, close };
    };
    await supervisor.run({ name: "database", start: async () => part("database") });
    const { promise: core, resolve: coreStarts } = Promise.withResolvers<Part>();
    const starting = supervisor
      .run({ name: "core", start: () => core })
      .catch((error: Error) => error.message);
    const closing = supervisor.close();
    expect(closed).to.deep.equal([]);
    coreStarts(part("core"));
    await closing;
    expect(closed).to.deep.equal(["core", "database"]);
    expect(await starting).to.equal("core is stopped: pda is stopping");
  });

  it("hands on the last words of a part that does not start", async () => {
    const args = ["-e", 'console.error("pda: port 1 is taken\\n  next: set gateway.port"); process.exit(78)'];
    const error = await startChild({
      name: "gateway",
      args,
      env: process.env,
      onLine: () => undefined,
    }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(PlatformError);
    expect((error as PlatformError).message).to.equal("gateway did not start: port 1 is taken");
    expect((error as PlatformError).advice).to.equal("set gateway.port");
  });

  it("reloads and replaces a part that was killed, although a process of its own still has its output", async () => {
    const report = recorder();
    const supervisor = new Supervisor(report);
    const pids: number[][] = [];
    const parts: Part[] = [];
    // As a set of processes whose members finish long requests after their supervisor has died.
    const code = `
      const member = require("node:child_process").spawn("sleep", ["60"], { stdio: ["ignore", "inherit", "inherit"] });
      process.on("SIGHUP", () => undefined);
      console.log(JSON.stringify([process.pid, member.pid]));
      setTimeout(() => process.send(${JSON.stringify(READY)}), 100);`;
    await supervisor.run({
      name: "set",
      start: async () => {
        const part = await startChild({
          name: "set",
          args: ["-e", code],
          env: process.env,
          onLine: (line) => pids.push(JSON.parse(line)),
          reloads: true,
        });
        parts.push(part);
        return part;
      },
    });
    try {
      const [set = 0, member = 0] = pids[0] ?? [];
      process.kill(set, "SIGKILL");
      // Not through the supervisor, which may know by then: a signal can come before that.
      expect(await until(() => !runs(set), 10_000)).to.equal(true);
      expect(() => parts[0]?.reload?.()).not.to.throw();
      expect(await until(() => report.events.includes("set back"), 10_000)).to.equal(true);
      expect(report.events).to.deep.equal(["set ended by SIGKILL", "set back"]);
      expect(runs(member), "the member lives").to.equal(true);
      expect(supervisor.reload()).to.equal(1);
    } finally {
      for (const pid of pids.flat()) if (runs(pid)) process.kill(pid, "SIGKILL");
      await supervisor.close();
    }
  });

  it("leaves no part behind when the supervisor is killed", async () => {
    const { child, said } = await startProgram("supervisor");
    expect(runs(said.pid)).to.equal(true);
    await killHard(child);
    expect(await until(() => !runs(said.pid), 30_000)).to.equal(true);
  });
});
