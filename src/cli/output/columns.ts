/** Least width to which a column is cut, in characters. */
const narrowest = 8;
/** Spaces between two columns. */
export const gap = "  ";

const lineOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);

/**
 * Returns the widths of the columns that fit into a line, in characters. The widest columns are cut first, to eight characters at least.
 * The first column names the row, so it stays whole. Where that is not enough, the last columns are left out.
 * @param room length of a line; Infinity when nothing is cut
 */
export function fittedWidths(widths: readonly number[], room: number): number[] {
  for (let count = widths.length; count > 1; count -= 1) {
    const fitted = widths.slice(0, count);
    while (lineOf(fitted) > room) {
      const widest = Math.max(...fitted.slice(1));
      if (widest <= narrowest) break;
      fitted[fitted.lastIndexOf(widest)] = widest - 1;
    }
    if (lineOf(fitted) <= room) return fitted;
  }
  return widths.slice(0, 1).map((width) => Math.max(1, Math.min(width, room)));
}

/** Cuts a text to a width. */
export const cut = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text;
