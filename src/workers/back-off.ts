/**
 * Returns the milliseconds to wait after a number of failures in a row. The wait doubles from `baseMs` up to `maxMs`; then a random time
 * between half of it and all of it is chosen, so that callers that failed together do not return together.
 */
export function backOffMs(failures: number, baseMs: number, maxMs: number): number {
  const whole = Math.min(maxMs, baseMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return Math.round(whole * (0.5 + Math.random() / 2));
}
