// Every process that the bench starts, so that none is left when it ends, however it ends.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { isAlive } from "../../src/platform/process-table.ts";
import { processTable, subtree } from "./cpu.ts";

const stopMs = 45_000;

/** A running process. */
export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
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
  async start(name: string, command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Running> {
    if (this.#closed) throw new Error(`${name} is not started: everything is being stopped`);
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
  async startModule<Ready>(name: string, file: URL, settings: object): Promise<Running & { ready: Ready }> {
    const args = ["--disable-warning=ExperimentalWarning", file.pathname];
    const running = await this.start(name, process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    running.child.send(settings);
    return { ...running, ready: await nextMessage<Ready>(running, name) };
  }

  /** Ends one of them. */
  async stop(running: Running): Promise<void> {
    const family = subtree(processTable(), running.pid);
    if (running.child.exitCode === null && running.child.signalCode === null) {
      running.child.kill("SIGTERM");
      const force = setTimeout(() => running.child.kill("SIGKILL"), stopMs);
      await running.exited;
      clearTimeout(force);
    }
    // Only what it left behind is still there.
    for (const pid of family.slice(1)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const { running } of this.#running.splice(0).toReversed()) await this.stop(running);
  }
}

/** The next message of a process. @throws Error when it ends instead, or says `{ failed }` */
export async function nextMessage<T>({ child, exited }: Running, name: string): Promise<T> {
  const stop = new AbortController();
  try {
    const ended = exited.then((how) => {
      throw new Error(`${name} ended ${how}`);
    });
    const message = once(child, "message", { signal: stop.signal }).then(([value]) => value as T & { failed?: string });
    message.catch(() => undefined);
    const value = await Promise.race([message, ended]);
    if (value.failed !== undefined) throw new Error(`${name}: ${value.failed}`);
    return value;
  } finally {
    stop.abort();
  }
}
