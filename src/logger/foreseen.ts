// Trouble that was foreseen, such as a tier that is away: one line without a stack, then a count.
import type { Logger, LogFn } from "pino";

/** How long the same trouble is only counted after it was written. */
const QUIET_MS = 10_000;
/** Different troubles that are counted at once; what comes on top is written each time. */
const KNOWN_MAX = 100;

/** Numeric levels of pino: from `error` on something was not foreseen. */
const DEBUG = 20;
const ERROR = 50;

type Members = Record<string, unknown>;
type Write = (members: Members) => void;

const isTrouble = (given: unknown): given is Members & { err: Error } =>
  (given as Members | null | undefined)?.err instanceof Error;

/** What an error says in one line: its word, if it has one, and the first line of its text. */
function shortOf(error: Error & { reason?: string; code?: string | number }): {
  code?: string;
  cause: string;
} {
  const word = error.reason ?? error.code;
  const cause = error.message.split("\n")[0] as string;
  return word === undefined ? { cause } : { code: String(word), cause };
}

/**
 * Makes of each line below `error` that has an `err` one without its stack: `code` and `cause` in its place. The first of the same words
 * and code is written whole, with its request id; those of the next 10 seconds are one line with how many they were (`more`), and so
 * on until there are none. A logger that is open at `debug` writes every one.
 */
export class Foreseen {
  readonly #counts = new Map<string, { more: number; write: Write }>();
  readonly #quietMs: number;

  constructor(quietMs = QUIET_MS) {
    this.#quietMs = quietMs;
  }

  /** For pino's `hooks.logMethod`. */
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
