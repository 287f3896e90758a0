/**
 * Rows for a terminal in aligned columns, the head first. Rows that come later keep to the widths of those before them, or widen them.
 */
export class Table {
  readonly #widths: number[];
  readonly #head: readonly string[];
  #shown = false;

  constructor(head: readonly string[]) {
    this.#head = head;
    this.#widths = head.map(({ length }) => length);
  }

  /** The lines of some more rows; above the first ones, the head. */
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

/** Without characters that could tell a terminal anything: whatever answers may not be the service. */
export const plain = (text: string): string => text.replace(/[^ -~]/g, "?");
