import { cut } from "./width.ts";

/** Nothing is shown of what is done within this time. */
const quietMs = 1_000;
const redrawMs = 100;
const width = 28;

/** Output for the progress, such as standard error. */
export interface Screen {
  readonly isTTY?: boolean;
  /** Characters in a line. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Hears how much is done, and of how much. */
export type Told = (done: number, total: number) => void;

/** Draws a bar. @param share done part, 0 to 1 */
export function bar(share: number): string {
  const filled = Math.floor(share * width);
  return `[${"█".repeat(filled)}${"░".repeat(width - filled)}]  ${Math.floor(share * 100)} %`;
}

/** Returns what replaces the line of a terminal by a text. A longer text would go on in a line that nothing replaces. */
export const redrawn = (text: string, { columns }: Screen): string =>
  `\r\u001b[K${columns ? cut(text, columns - 1) : text}`;

/** Formats a number with thousands separators. */
export const count = (value: number): string => value.toLocaleString("en-US");

/** Shows on a terminal how far a command is, as soon as it has worked for a second. Dispose of it before other output. */
export class Progress implements Disposable {
  readonly #what: string;
  readonly #screen: Screen;
  readonly #text: (amount: number) => string;
  #next = performance.now() + quietMs;
  #isShown = false;

  /** @param what kind of things that are counted, such as "records" @param text writes an amount of them */
  constructor(what: string, screen: Screen = process.stderr, text = count) {
    this.#what = what;
    this.#screen = screen;
    this.#text = text;
  }

  readonly tell: Told = (done, total) => {
    const now = performance.now();
    if (!this.#screen.isTTY || now < this.#next) return;
    this.#next = now + redrawMs;
    this.#isShown = true;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const amounts = `${this.#text(done)} of ${this.#text(total)}`;
    this.#screen.write(redrawn(`${bar(share)}  ${[amounts, this.#what].join(" ").trim()}`, this.#screen));
  };

  /** Removes the line. */
  [Symbol.dispose](): void {
    if (this.#isShown) this.#screen.write("\r\u001b[K");
    this.#isShown = false;
  }
}
