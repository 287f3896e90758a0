import { coloured, headline } from "./colour.ts";
import { cut, fittedWidths, gap } from "./columns.ts";

/** Columns whose words have colours. */
const stateColumns = new Set(["outcome", "state", "status", "verdict"]);

/** Where a table is printed, such as standard output. */
interface Screen {
  readonly isTTY?: boolean;
  /** Characters in a line. */
  readonly columns?: number;
}

/**
 * Prints rows in aligned columns, the head first. Later rows keep the widths of earlier rows, or widen them. On a terminal the columns fit
 * into its line; elsewhere every cell is whole.
 */
export class Table {
  readonly #widths: number[];
  readonly #head: readonly string[];
  readonly #screen: Screen;
  #shown = false;

  constructor(head: readonly string[], screen: Screen = process.stdout) {
    this.#head = head;
    this.#screen = screen;
    this.#widths = head.map(({ length }) => length);
  }

  /** Returns the lines of more rows. The first call puts the head above them. */
  lines(rows: readonly (readonly string[])[]): string[] {
    const cells = rows.map((row) => row.map(plain));
    for (const row of cells)
      for (const [column, { length }] of row.entries())
        this.#widths[column] = Math.max(this.#widths[column] ?? 0, length);
    const widths = fittedWidths(this.#widths, this.#room);
    const isState = this.#head.map((name) => stateColumns.has(name));
    const fitted = (row: readonly string[]): string[] =>
      widths.map((width, column) => cut(row[column] ?? "", width).padEnd(width));
    const head = this.#shown ? [] : [headline(fitted(this.#head).join(gap).trimEnd())];
    this.#shown = true;
    return [
      ...head,
      ...cells.map((row) =>
        fitted(row)
          .map((cell, column) => (isState[column] ? coloured(cell) : cell))
          .join(gap)
          .trimEnd(),
      ),
    ];
  }

  get #room(): number {
    const { isTTY, columns } = this.#screen;
    return isTTY && columns ? columns : Number.POSITIVE_INFINITY;
  }
}

/** Prints names and values in two columns; leaves out what is absent. */
export function printRows(rows: Readonly<Record<string, string | undefined>>): void {
  const width = Math.max(...Object.keys(rows).map(({ length }) => length));
  for (const [name, value] of Object.entries(rows)) {
    if (!value) continue;
    const text = plain(value);
    console.log(`${name.padEnd(width)}  ${stateColumns.has(name) ? coloured(text) : text}`);
  }
}

/** Replaces every character that could control the terminal: the answer may come from a server that is not the service. */
export const plain = (text: string): string => text.replace(/[^ -~]/g, "?");
