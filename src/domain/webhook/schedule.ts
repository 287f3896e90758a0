const minute = 60;
const hour = 60 * minute;

/** Seconds between an attempt and the next one. After the last entry the waits stay as long. */
const waitsSeconds = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const jitter = 0.1;

/** Seconds after which the receiver of an unverified endpoint is asked again. After the last attempt only a caller can have it asked. */
export const VERIFICATION_WAITS_SECONDS: readonly number[] = [5, 5 * minute, 30 * minute, 2 * hour];

/**
 * An endpoint without a success for this time is disabled. An event that fails for this time is no longer sent by itself, unless an ordered
 * endpoint waits for it.
 */
export const FAILING_DAYS_MAX = 5;

/** Days for which attempts are kept at least, so that missed events of this time can be found and sent again. */
export const HISTORY_DAYS = 30;

/**
 * Returns the milliseconds to wait after a number of failed attempts of one event, from 1 on. The wait is up to 10 % longer or shorter, so
 * that events that failed together do not return together.
 *
 * @param random a number from 0 to 1
 */
export function retryWaitMs(attempts: number, random = Math.random()): number {
  const seconds = waitsSeconds[Math.min(Math.max(attempts, 1), waitsSeconds.length) - 1] as number;
  return Math.round(seconds * 1000 * (1 + jitter * (2 * random - 1)));
}
