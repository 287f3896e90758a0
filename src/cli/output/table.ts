import { coloured, headline } from "./colour.ts";
import { type Fitted, fittedColumns, gap } from "./columns.ts";
import { plain } from "./plain.ts";
import { cut, widthOf } from "./width.ts";

/** Columns whose words have colours. */
const stateColumns = new Set(["outcome", "state", "status", "verdict"]);
/** Columns that are shown before others, besides the first. */
const mainColumns = new Set([...stateColumns, "amount", "balance"]);
/** A number, which may have a unit. Cut, it would say something else. */
const number = /^-?\d+(\.\d+)?( \S+)?$/;
const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;
/** Least widths to which identifiers and texts are cut: in the first column, which names the row, and in others. */
const narrowest = { first: 16, other: 12 };

/** Where a table is printed, such as standard output. */
interface Screen {
  readonly isTTY?: boolean;
  /** Characters in a line. */
  readonly columns?: number;
}

/** What is known of a table before its rows. */
interface TableOptions {
  readonly screen?: Screen;
  /** Longest texts of columns that change in later rows, by head. */
  readonly longest?: Readonly<Record<string, string>>;
}

/**
 * Prints rows in aligned columns, the head first. Later rows keep the widths of earlier rows, or widen them. On a terminal the columns fit
 * into its line; elsewhere every cell is whole.
 */
export class Table {
  readonly #head: readonly string[];
  readonly #screen: Screen;
  readonly #widths: number[];
  readonly #leasts: number[];
  /** The columns under the last head. */
  #shown = "";

  constructor(head: readonly string[], { screen = process.stdout, longest = {} }: TableOptions = {}) {
    this.#head = head;
    this.#screen = screen;
    this.#widths = head.map(widthOf);
    this.#leasts = this.#widths.map((width) => Math.min(width, narrowest.other));
    for (const [column, name] of head.entries()) this.#measure(column, longest[name] ?? "");
  }

  /** Returns the lines of more rows. The first call puts the head above them; a later call does when other columns than before fit. */
  lines(rows: readonly (readonly string[])[]): string[] {
    const cells = rows.map((row) => row.map(plain));
    for (const row of cells) for (const [column, cell] of row.entries()) this.#measure(column, cell);
    const columns = this.#fitted();
    const line = (row: readonly string[], styled = (cell: string, _column: number): string => cell): string =>
      columns
        .map(({ index, width }) => {
          const cell = cut(row[index] ?? "", width);
          return styled(cell, index) + " ".repeat(width - widthOf(cell));
        })
        .join(gap)
        .trimEnd();
    const shown = columns.map(({ index }) => index).join();
    const head = shown === this.#shown ? [] : [headline(line(this.#head))];
    this.#shown = shown;
    return [
      ...head,
      ...cells.map((row) => line(row, (cell, column) => (this.#isState(column) ? coloured(cell) : cell))),
    ];
  }

  #isState(column: number): boolean {
    return stateColumns.has(this.#head[column] ?? "");
  }

  #measure(column: number, cell: string): void {
    const width = widthOf(cell);
    this.#widths[column] = Math.max(this.#widths[column] ?? 0, width);
    this.#leasts[column] = Math.max(this.#leasts[column] ?? 0, this.#leastOf(column, cell, width));
  }

  #leastOf(column: number, cell: string, width: number): number {
    if (number.test(cell)) return width;
    const word = cell.split(" ", 1)[0] ?? "";
    // Only what follows the word of a state, or a time, may be cut.
    if (this.#isState(column) || time.test(word)) return Math.min(width, widthOf(word) + 1);
    return Math.min(width, column === 0 ? narrowest.first : narrowest.other);
  }

  #fitted(): Fitted[] {
    const { isTTY, columns } = this.#screen;
    return fittedColumns(
      this.#head.map((name, at) => ({
        width: this.#widths[at] ?? 0,
        least: this.#leasts[at] ?? 0,
        isMain: mainColumns.has(name),
      })),
      isTTY && columns ? columns : Number.POSITIVE_INFINITY,
    );
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
