/**
 * How long to wait after so many failures in a row: doubling from `baseMs` to at most `maxMs`, and then anywhere between half of
 * it and the whole, so that those that failed together do not return together.
 */
export function backOffMs(failures: number, baseMs: number, maxMs: number): number {
  const whole = Math.min(maxMs, baseMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return Math.round(whole * (0.5 + Math.random() / 2));
}
