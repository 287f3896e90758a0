// Progress of an issuance: one changing line on a terminal, else one line every five seconds.
import { bar, count, redrawn, type Screen } from "../output/progress.ts";

const REDRAW_MS = 100;
const SAY_MS = 5_000;

/** Prints how many of the rows are done. */
export class Bar {
  readonly #screen: Screen;
  readonly #total: number;
  readonly #start = performance.now();
  #before = 0;
  #shownAt = Number.NEGATIVE_INFINITY;
  #line = "";

  constructor(screen: Screen, total: number) {
    this.#screen = screen;
    this.#total = total;
  }

  /** @param before number of rows that an earlier run has sent */
  goOnAfter(before: number): void {
    this.#before = before;
    if (before > 0) this.say(`continuing after ${count(before)} rows that an earlier run sent`);
  }

  /** Prints the progress, at most every 100 ms on a terminal and every five seconds elsewhere. */
  show(done: number, failed: number): void {
    const now = performance.now();
    const isLast = done === this.#total;
    if (!isLast && now - this.#shownAt < (this.#screen.isTTY ? REDRAW_MS : SAY_MS)) return;
    this.#shownAt = now;
    const seconds = (now - this.#start) / 1000;
    this.#print(progressLine({ done, failed, total: this.#total, before: this.#before, seconds }));
  }

  /** Prints a line above the progress. */
  say(text: string): void {
    if (this.#screen.isTTY) this.#screen.write(`\r\u001b[K${text}\n${redrawn(this.#line, this.#screen)}`);
    else this.#screen.write(`${text}\n`);
  }

  /** Ends the progress line. */
  end(): void {
    if (this.#screen.isTTY && this.#line !== "") this.#screen.write("\n");
    this.#line = "";
  }

  #print(line: string): void {
    this.#line = line;
    this.#screen.write(this.#screen.isTTY ? redrawn(line, this.#screen) : `${line}\n`);
  }
}

/** Returns the readable progress line. */
function progressLine(at: {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  /** Rows that an earlier run has done. */
  readonly before: number;
  readonly seconds: number;
}): string {
  const { done, failed, total, before, seconds } = at;
  const share = total === 0 ? 1 : done / total;
  const rate = seconds > 0 ? (done - before) / seconds : 0;
  const parts = [
    bar(share),
    `${count(done)} of ${count(total)} rows`,
    ...(rate >= 1 ? [`${count(Math.round(rate))}/s`] : []),
    ...(rate >= 1 && done < total ? [`${count(Math.ceil((total - done) / rate))} s left`] : []),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
  ];
  return parts.join("  ");
}
