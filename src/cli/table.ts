/**
 * Prints rows in aligned columns, the head first. Later rows keep the widths of earlier rows, or widen them.
 */
export class Table {
  readonly #widths: number[];
  readonly #head: readonly string[];
  #shown = false;

  constructor(head: readonly string[]) {
    this.#head = head;
    this.#widths = head.map(({ length }) => length);
  }

  /** Returns the lines of more rows. The first call puts the head above them. */
  lines(rows: readonly (readonly string[])[]): string[] {
    const cells = [...(this.#shown ? [] : [this.#head]), ...rows].map((row) => row.map(plain));
    this.#shown = true;
    for (const row of cells)
      for (const [column, { length }] of row.entries())
        this.#widths[column] = Math.max(this.#widths[column] ?? 0, length);
    return cells.map((row) =>
      row
        .map((cell, column) => cell.padEnd(this.#widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

/** Replaces every character that could control the terminal: the answer may come from a server that is not the service. */
export const plain = (text: string): string => text.replace(/[^ -~]/g, "?");
