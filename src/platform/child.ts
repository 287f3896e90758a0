import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { adviceIn, lastWords } from "./last-words.ts";
import { PlatformError } from "./problem.ts";
import type { Part } from "./supervisor.ts";

const READY_MS = 60_000;
const STOP_MS = 20_000;
/** Time after the end of a child in which its last words are read. */
const LAST_WORDS_MS = 1_000;

/** Message of a child to its supervisor over the IPC channel: the child is ready. */
export const READY = "pda:ready";

/**
 * Returns the file of a program beside a module: TypeScript in a clone, JavaScript in a release.
 * @param path relative path without the ending
 * @param module `import.meta.url` of the module
 */
export function programFile(path: string, module: string): string {
  return fileURLToPath(new URL(`${path}${extname(new URL(module).pathname)}`, module));
}

export interface ChildOptions {
  name: string;
  /** Arguments of Node: its flags, the script, and the script's arguments. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Receives each line of the child's standard output and standard error. */
  onLine: (line: string) => void;
  /** True for a child that reads its settings again at SIGHUP. Others would end. */
  reloads?: boolean;
}

/**
 * Starts a Node process and waits until it reports that it is ready. The child ends when this process ends, because its IPC channel
 * closes. The child has its own process group, so that Ctrl-C reaches only the supervisor, which stops the parts in order.
 * @throws PlatformError with the child's last error line when the child ends before it is ready.
 */
export async function startChild(options: ChildOptions): Promise<Part> {
  const { name, args, env, onLine, reloads = false } = options;
  const child = spawn(process.execPath, args, {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (stream === child.stderr) said.push(line);
      if (said.length > 10) said.shift();
      onLine(line);
    });
  }
  const exited = endOf(child);
  exited.catch((error: Error) => said.push(error.message));
  try {
    await ready(child, exited, name, said);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    exited,
    pid: child.pid,
    close: () => stop(child, exited),
    kill: () => void child.kill("SIGKILL"),
    ...(reloads ? { reload: () => void child.kill("SIGHUP") } : {}),
  };
}

/** Resolves with how a child ended, once its last words are read. @throws the error of a child that could not be started */
async function endOf(child: ChildProcess): Promise<string> {
  // 'close' comes after all output is read. A process of the child's own, such as a member of a set that still drains, can hold the
  // output open for long, so this is not waited for without end.
  const read = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const [code, signal] = await once(child, "exit");
  await Promise.race([read, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
  return signal ? `by ${signal}` : `with code ${code}`;
}

async function ready(
  child: ChildProcess,
  exited: Promise<string>,
  name: string,
  said: string[],
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new PlatformError(`${name} was not ready within ${READY_MS / 1000} s`, "see its log lines above"),
        ),
      READY_MS,
    );
  });
  const ended = exited.then(
    (how) => {
      throw new PlatformError(
        `${name} did not start: ${lastWords(said) ?? `it ended ${how}`}`,
        adviceIn(said),
      );
    },
    (error: Error) => {
      throw new PlatformError(`${name} did not start: ${error.message}`, "run: pda doctor");
    },
  );
  const isReady = new Promise<void>((resolve) => {
    child.on("message", (message) => {
      if (message === READY) resolve();
    });
  });
  try {
    await Promise.race([isReady, ended, late]);
  } finally {
    clearTimeout(timer);
    ended.catch(() => undefined);
  }
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await exited;
  clearTimeout(force);
}
