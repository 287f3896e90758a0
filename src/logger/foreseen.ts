// Limits log lines about expected errors, such as an unreachable tier: one line without a stack trace, then a count.
import type { Logger, LogFn } from "pino";

/** After an error was logged, equal errors are only counted for this long. */
const QUIET_MS = 10_000;
/** Maximum number of different errors that are counted at once. Further errors are logged every time. */
const KNOWN_MAX = 100;

/** Numeric levels of pino. Lines at `error` and above report unexpected errors. */
const DEBUG = 20;
const ERROR = 50;

type Members = Record<string, unknown>;
type Write = (members: Members) => void;

const isTrouble = (given: unknown): given is Members & { err: Error } =>
  (given as Members | null | undefined)?.err instanceof Error;

/** Returns the code of an error, if it has one, and the first line of its message. */
function shortOf(error: Error & { reason?: string; code?: string | number }): {
  code?: string;
  cause: string;
} {
  const word = error.reason ?? error.code;
  const cause = error.message.split("\n")[0] as string;
  return word === undefined ? { cause } : { code: String(word), cause };
}

/**
 * Replaces `err` by `code` and `cause`, without the stack trace, in each line below `error`. Lines with the same message and code are
 * equal. The first line is written with all its members, such as the request id. Equal lines of the next 10 seconds are written as one
 * line with their number (`more`). This repeats until 10 seconds pass without an equal line. At level `debug`, every line is written.
 */
export class Foreseen {
  readonly #counts = new Map<string, { more: number; write: Write }>();
  readonly #quietMs: number;

  constructor(quietMs = QUIET_MS) {
    this.#quietMs = quietMs;
  }

  /** Implements pino's `hooks.logMethod`. */
  log(log: Logger, given: Parameters<LogFn>, method: LogFn, level: number): void {
    const [first, message] = given as unknown as [unknown, string | undefined];
    if (level >= ERROR || !isTrouble(first)) {
      method.apply(log, given);
      return;
    }
    const { err, ...members } = first;
    const short = shortOf(err);
    const write: Write = (more) => method.apply(log, [{ ...short, ...more }, message] as Parameters<LogFn>);
    const name = `${message ?? ""}|${short.code ?? ""}`;
    const known = this.#counts.get(name);
    if (known && log.levelVal > DEBUG) {
      known.more += 1;
      known.write = write;
      return;
    }
    write(members);
    if (known || this.#counts.size >= KNOWN_MAX) return;
    this.#counts.set(name, { more: 0, write });
    this.#tellLater(name);
  }

  #tellLater(name: string): void {
    setTimeout(() => {
      const known = this.#counts.get(name);
      if (!known?.more) {
        this.#counts.delete(name);
        return;
      }
      known.write({ more: known.more, seconds: this.#quietMs / 1000 });
      known.more = 0;
      this.#tellLater(name);
    }, this.#quietMs).unref();
  }
}
