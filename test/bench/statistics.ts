/** The value that a share `q` (0 to 1) of the sorted values does not exceed, by nearest rank. @throws RangeError when empty */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const rank = Math.max(1, Math.ceil(q * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new RangeError("no values to take a quantile of");
  return value;
}

/** The middle value; the mean of the two in the middle when their number is even. @throws RangeError when empty */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("no values to take the median of");
  return (lower + upper) / 2;
}

/** Rounded to so many significant digits: more would claim a precision that no run has. */
export function significant(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}

/** Slope of the line through points (x, y) by least squares. @throws RangeError with fewer than two different x */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  if (!(spread > 0)) throw new RangeError("a slope needs two different x");
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}
