// Writes log lines to standard output.
import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

const fd = 1;
const retryMs = 10;
/** Longest wait for a slow reader when the process ends. */
const endMsMax = 1_000;
/** Maximum length of text that waits for a slow reader, in UTF-16 code units. Further lines are dropped. */
const waitingMax = 16 * 1024 * 1024;

/**
 * Writes lines in the background and in order. Remaining lines are written when the process ends. When the reader is gone (supervisor or
 * pager), lines are discarded, because a process must be able to end without its reader. With pino's own destination the process would
 * not end: the flushSync of sonic-boom repeats a write that fails with EPIPE for ever.
 */
class Output implements DestinationStream {
  #waiting: string[] = [];
  #waitingLength = 0;
  #writing = false;
  #unread = false;

  constructor() {
    process.once("exit", () => this.flushSync());
  }

  write(line: string): void {
    if (this.#unread || this.#waitingLength + line.length > waitingMax) return;
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
    for (let rest = this.#take(); rest.length > 0 && Date.now() < end; ) {
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

  #next(): void {
    const bytes = this.#take();
    this.#writing = bytes.length > 0;
    if (this.#writing) this.#send(bytes);
  }

  #send(bytes: Buffer): void {
    write(fd, bytes, (error, written) => {
      const rest = error ? bytes : bytes.subarray(written);
      if (error && !isBusy(error)) {
        this.#unread = true;
        this.#take();
        this.#writing = false;
      } else if (rest.length === 0) this.#next();
      else if (error) setTimeout(() => this.#send(rest), retryMs);
      else this.#send(rest);
    });
  }
}

const isBusy = (error: unknown): boolean =>
  ["EAGAIN", "EBUSY"].includes((error as NodeJS.ErrnoException).code ?? "");

let output: Output | undefined;

/** Returns the standard output of this process, which all loggers share. */
export function standardOutput(): DestinationStream {
  output ??= new Output();
  return output;
}
