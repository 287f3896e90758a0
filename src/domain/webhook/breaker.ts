/** Failures in a row after which an endpoint gets one request at a time, with pauses between them. */
const opensAt = 5;
const pauseMs = 5_000;
const pauseMsMax = 300_000;

/** Tells whether the breaker is open: the receiver seems to be away, so only probes are sent. */
export const isOpen = (failures: number): boolean => failures >= opensAt;

/**
 * Returns the failures in a row after one more. While the breaker is open, only a failed probe counts: requests that began before it
 * opened say nothing new.
 */
export const afterFailure = (failures: number, probe: boolean): number =>
  isOpen(failures) && !probe ? failures : failures + 1;

/** Returns the milliseconds until the next probe; undefined while the breaker is closed. The pause doubles from 5 s to 5 min. */
export function probeWaitMs(failures: number): number | undefined {
  if (!isOpen(failures)) return undefined;
  return Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures - opensAt, 10));
}
