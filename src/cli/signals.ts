import { constants } from "node:os";
import { AdvisedError } from "../files/advised.ts";

/** How long one process may take to stop. */
export const STOP_MS = 15_000;
/** How long a supervisor and its processes may take to stop. */
export const SET_STOP_MS = 18_000;

export interface StopOptions {
  /** How long stopping may take before the process is ended by force; 15 s by default. */
  patienceMs?: number;
  /** Called before the process is ended by force. */
  onForce?: () => void;
}

/**
 * Resolves when this process must stop: on SIGINT, on SIGTERM, or when the supervisor that started it ends. A second signal ends the
 * process at once; so does a stop that takes longer than `patienceMs`.
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

/** Stops this process on SIGHUP. A single process cannot reload: no second process takes over its connections. */
export function stopOnHangUp(): void {
  process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
}

/**
 * Calls `reload` at each SIGHUP. In a terminal SIGHUP means that the terminal was closed, so the process stops instead.
 */
export function onReload(reload: () => void): void {
  process.on("SIGHUP", () => {
    if (process.stdout.isTTY) process.kill(process.pid, "SIGTERM");
    else reload();
  });
}

/** A signal ended a command, and the command has left its work in order. */
class Interrupted extends AdvisedError {
  constructor(signal: NodeJS.Signals, message: string, advice: string) {
    // Shells report 128 plus the signal's number.
    super(`${message} (${signal})`, advice, { exitCode: 128 + constants.signals[signal] });
  }
}

/**
 * Runs `work` so that SIGHUP, SIGINT or SIGTERM ends it cleanly: the work watches its `signal` and throws the signal's reason. A second
 * signal of the same kind ends the process at once.
 * @param told returns what the command prints after the signal
 */
export async function interruptible<T>(
  told: () => { readonly message: string; readonly advice: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    const { message, advice } = told();
    controller.abort(new Interrupted(signal, message, advice));
  };
  const signals = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
