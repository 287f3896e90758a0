/** Spaces between two columns. */
export const gap = "  ";

/** A column of a table. */
export interface Column {
  /** Width of its widest cell or of its head. */
  readonly width: number;
  /** Least width to which it may be cut. */
  readonly least: number;
  /** It is kept before other columns: a status or an amount. */
  readonly isMain: boolean;
}

/** A column that is shown: its place in the row, and its width. */
export interface Fitted {
  readonly index: number;
  readonly width: number;
}

const lineOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);

/**
 * Returns the columns that fit into a line, from left to right. The first column names the row. Statuses and amounts get their room next,
 * then columns that are never cut, such as times, then the others; a column that has no room even when it is cut is not shown. The widest
 * columns are cut first. The first column is cut only where the statuses and amounts have no room otherwise.
 * @param room length of a line; Infinity when nothing is cut
 */
export function fittedColumns(columns: readonly Column[], room: number): Fitted[] {
  const [first, ...others] = columns.map((column, index) => ({ ...column, index }));
  if (!first) return [];
  const fits = (shown: readonly Column[]): boolean => lineOf(shown.map(({ least }) => least)) <= room;
  const main = others.filter(({ isMain }) => isMain);
  const whole = others.filter(({ isMain, width, least }) => !isMain && width === least);
  const rest = others.filter(({ isMain, width, least }) => !isMain && width > least);
  const name = { ...first, least: first.width };
  const isRoomy = fits([name, ...main]);
  const shown = [isRoomy ? name : first];
  for (const column of isRoomy ? [...main, ...whole, ...rest] : main)
    if (fits([...shown, column])) shown.push(column);
  shown.sort((one, other) => one.index - other.index);
  return cutToFit(shown, room);
}

function cutToFit(shown: readonly (Column & Fitted)[], room: number): Fitted[] {
  const columns = shown.map(({ index, width, least }) => ({ index, width, least }));
  const [first, ...others] = columns;
  for (let excess = lineOf(columns.map(({ width }) => width)) - room; excess > 0; excess -= 1) {
    const spare = others.filter(({ width, least }) => width > least);
    const [widest = first] = spare.toSorted(
      (one, other) => other.width - one.width || other.index - one.index,
    );
    if (!widest || widest.width <= 1) break;
    widest.width -= 1;
  }
  return columns.map(({ index, width }) => ({ index, width }));
}
