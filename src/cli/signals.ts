import { constants } from "node:os";

/** How long one process may take to end after it was told to. */
export const STOP_MS = 15_000;
/** The same for a supervisor with its processes. */
export const SET_STOP_MS = 18_000;

export interface StopOptions {
  /** How long ending may take before it is forced; 15 s unless given. */
  patienceMs?: number;
  /** Called before the process is ended by force. */
  onForce?: () => void;
}

/**
 * Resolves when this process is told to stop: SIGINT, SIGTERM, or the end of the supervisor that started it. A second signal ends it
 * at once, and so does taking longer than `patienceMs`.
 */
export function untilStopped(
  what: string,
  { patienceMs = STOP_MS, onForce }: StopOptions = {},
): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const force = (why: string) => {
      process.stderr.write(`pda: ${what} ${why}\n`);
      onForce?.();
      process.exit(1);
    };
    const stop = () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => force("did not stop in time"), patienceMs).unref();
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => (stopping ? force("is stopped at once") : stop()));
    }
    if (process.send) {
      process.once("disconnect", stop);
      if (!process.connected) stop();
    }
  });
}

/** Takes SIGHUP as the order to stop, where one process alone has nobody to take over from it. */
export function stopOnHangUp(): void {
  process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
}

/**
 * Calls back at each SIGHUP. From a terminal it means that the terminal was closed, which is an order to stop: nobody sees what goes
 * on there any more.
 */
export function onReload(reload: () => void): void {
  process.on("SIGHUP", () => {
    if (process.stdout.isTTY) process.kill(process.pid, "SIGTERM");
    else reload();
  });
}

/** A command was told to end, and has taken back what it had begun. */
export class Interrupted extends Error {
  readonly advice: string;
  /** As a shell reports a process that a signal has ended. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals, message: string, advice: string) {
    super(`${message} (${signal})`);
    this.advice = advice;
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Does work that a signal to this process ends early, in order: the work hears it from `signal`, whose reason it has to throw. A second
 * one of the same kind ends the process at once.
 * @param message what the person is told then, with the advice
 */
export async function interruptible<T>(
  { message, advice }: { readonly message: string; readonly advice: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void =>
    controller.abort(new Interrupted(signal, message, advice));
  const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
