// Every process that the bench starts, so that none is left when it ends, however it ends.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { processStamp } from "../../src/platform/process-table.ts";
import { processTable, subtree } from "./cpu.ts";
import { GaveUp } from "./load/gave-up.ts";

const stopMs = 45_000;

/** A running process. */
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
}

/** A process of the bench that has said its first message. */
export interface Started extends Running {
  readonly ready: unknown;
}

/** Starts processes and ends them all when it is closed: the last first, in good order, then by force. */
export class Processes implements AsyncDisposable {
  readonly #running: { name: string; running: Running }[] = [];
  #closed = false;

  /**
   * Starts a process in a group of its own, so that Ctrl-C reaches only the bench, which ends them in order. Its IPC channel closes
   * when the bench is killed, and it ends then.
   * @throws Error when everything is being stopped or the program cannot be started
   */
  async start(
    name: string,
    command: string,
    args: readonly string[],
    options: SpawnOptions = {},
  ): Promise<Running> {
    if (this.#closed) throw new Error(`${name} is not started: pda is stopping`);
    const child = spawn(command, [...args], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      ...options,
      detached: true,
    });
    const exited = new Promise<string>((resolve) => {
      child.once("exit", (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`));
      child.once("error", (error) => resolve(error.message));
    });
    if (child.pid === undefined) throw new Error(`${name} did not start: ${await exited}`);
    const running = { child, pid: child.pid, exited };
    this.#running.push({ name, running });
    return running;
  }

  /** Starts a TypeScript file of the bench under this Node and waits for its first message. @throws Error when it ends first */
  async startModule(name: string, file: URL, settings: object): Promise<Started> {
    const args = ["--disable-warning=ExperimentalWarning", fileURLToPath(file)];
    const running = await this.start(name, process.execPath, args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    running.child.send(settings);
    return { ...running, ready: await nextMessage(running, name) };
  }

  /** Ends one of them. */
  async stop(running: Running): Promise<void> {
    const family = subtree(processTable(), running.pid).map((pid) => ({ pid, stamp: processStamp(pid) }));
    if (running.child.exitCode === null && running.child.signalCode === null) {
      running.child.kill("SIGTERM");
      const force = setTimeout(() => running.child.kill("SIGKILL"), stopMs);
      await running.exited;
      clearTimeout(force);
    }
    // What it left behind; an id that has another stamp by now belongs to somebody else.
    for (const { pid, stamp } of family)
      if (stamp !== undefined && processStamp(pid) === stamp) process.kill(pid, "SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const { running } of this.#running.splice(0).toReversed()) await this.stop(running);
  }
}

/** The next message of a process. @throws Error when it ends instead or says `{ failed }`, GaveUp when it adds `gaveUp` */
async function nextMessage({ child, exited }: Running, name: string): Promise<unknown> {
  const stop = new AbortController();
  const ended = exited.then(async (how) => {
    // What it said last may still be on its way.
    if (child.connected) await once(child, "disconnect", { signal: stop.signal });
    throw new Error(`${name} ended ${how}`);
  });
  ended.catch(() => undefined);
  const message = once(child, "message", { signal: stop.signal });
  // It is given up when the process has ended.
  message.catch(() => undefined);
  try {
    const [value] = (await Promise.race([message, ended])) as [{ failed?: string; gaveUp?: boolean }];
    if (value.failed !== undefined && value.gaveUp) throw new GaveUp(value.failed);
    if (value.failed !== undefined) throw new Error(`${name}: ${value.failed}`);
    return value;
  } finally {
    stop.abort();
  }
}
