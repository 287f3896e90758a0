// Writes log lines to standard output.
import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

const fd = 1;
const retryMs = 10;
/** Longest wait for a slow reader when the process ends. */
const endMsMax = 1_000;
/** Pause after a write that failed for another reason than a reader that is gone, such as a full disk. */
const pauseMs = 1_000;
/** Maximum length of text that waits for a slow reader, in UTF-16 code units. Further lines are dropped. */
const waitingMax = 16 * 1024 * 1024;

/**
 * Writes lines in the background and in order. Remaining lines are written when the process ends. When the reader is gone (supervisor or
 * pager), lines are discarded, because a process must be able to end without its reader. With pino's own destination the process would
 * not end: the flushSync of sonic-boom repeats a write that fails with EPIPE for ever.
 * Other failures may pass, as a full disk does: the lines of the moment are dropped, and the number of lost lines is written later.
 */
class Output implements DestinationStream {
  readonly #base: object;
  #waiting: string[] = [];
  #waitingLength = 0;
  #writing = false;
  #unread = false;
  #lost = 0;
  /** True when a write ended within a line. */
  #isCut = false;

  constructor(base: object) {
    this.#base = base;
    process.once("exit", () => this.flushSync());
  }

  write(line: string): void {
    if (this.#unread) return;
    if (this.#waitingLength + line.length > waitingMax) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    if (!this.#writing) this.#next();
  }

  /** Writes all waiting lines before it returns. Gives up when the reader accepts nothing for a second. */
  flushSync(): void {
    const nap = new Int32Array(new SharedArrayBuffer(4));
    // The running background write cannot be awaited here. It takes only a moment unless the reader is slow.
    if (this.#writing && this.#waiting.length > 0) Atomics.wait(nap, 0, 0, retryMs);
    let end = Date.now() + endMsMax;
    for (let rest = Buffer.concat([this.#loss(), this.#take()]); rest.length > 0 && Date.now() < end; ) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
        end = Date.now() + endMsMax;
      } catch (error) {
        if (!isBusy(error)) return;
        Atomics.wait(nap, 0, 0, retryMs);
      }
    }
  }

  #take(): Buffer {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#waitingLength = 0;
    return Buffer.from(text);
  }

  /** Returns the line about lost lines; empty when none is lost. */
  #loss(): Buffer {
    if (this.#lost === 0) return Buffer.alloc(0);
    const time = new Date().toISOString();
    const msg = this.#lost === 1 ? "1 line was lost" : `${this.#lost} lines were lost`;
    const line = JSON.stringify({ level: "error", time, ...this.#base, msg });
    return Buffer.from(`${this.#isCut ? "\n" : ""}${line}\n`);
  }

  #next(): void {
    const reported = this.#lost;
    const bytes = reported > 0 ? this.#loss() : this.#take();
    this.#writing = bytes.length > 0;
    if (this.#writing) this.#send(bytes, reported);
  }

  /** @param reported number of lost lines that these bytes report; 0 when they are lines themselves */
  #send(bytes: Buffer, reported: number): void {
    write(fd, bytes, (error, written) => {
      const rest = error ? bytes : bytes.subarray(written);
      if (!error && written > 0) this.#isCut = bytes[written - 1] !== newLine;
      if (error && isGone(error)) {
        this.#unread = true;
        this.#take();
        this.#writing = false;
      } else if (error && !isBusy(error)) this.#drop(reported > 0 ? 0 : linesIn(rest));
      else if (error) setTimeout(() => this.#send(rest, reported), retryMs);
      else if (rest.length > 0) this.#send(rest, reported);
      else {
        this.#lost -= reported;
        this.#next();
      }
    });
  }

  /** Counts these and the waiting lines as lost, and continues after a pause. The process can end during the pause. */
  #drop(lines: number): void {
    this.#lost += lines + this.#waiting.length;
    this.#take();
    setTimeout(() => this.#next(), pauseMs).unref();
  }
}

const newLine = 10;

const linesIn = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum + (byte === newLine ? 1 : 0), 0);

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EPIPE";

const isBusy = (error: unknown): boolean =>
  ["EAGAIN", "EBUSY"].includes((error as NodeJS.ErrnoException).code ?? "");

let output: Output | undefined;

/**
 * Returns the standard output of this process, which all loggers share.
 * @param base members of each line of the logger; those of the first logger are also in a line about lost lines
 */
export function standardOutput(base: object): DestinationStream {
  output ??= new Output(base);
  return output;
}
