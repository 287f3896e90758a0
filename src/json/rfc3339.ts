const MINUTE_S = 60;
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const three = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));
/** A cache of recent minutes since the epoch, indexed by their last six bits, and their texts up to the seconds. */
const minutes = new Float64Array(64).fill(Number.NaN);
const texts = Array.from(minutes, () => "");

/**
 * Returns a time in UTC up to its minute and the following colon: `2026-01-15T09:30:`. The cache avoids most calendar computations, because
 * successive times mostly fall in a few minutes.
 * @param minute whole minutes since the epoch, in the years 1 to 9999.
 */
export function minuteText(minute: number): string {
  const slot = minute & 63;
  if (minutes[slot] !== minute) {
    texts[slot] = new Date(minute * MINUTE_S * 1000).toISOString().slice(0, 17);
    minutes[slot] = minute;
  }
  return texts[slot] as string;
}

/**
 * Returns a time in UTC with exactly three fraction digits (RFC 3339), as `Date.prototype.toISOString` writes it.
 * @param seconds whole seconds since the epoch, in the years 1 to 9999.
 * @param milliseconds from 0 to 999.
 */
function rfc3339(seconds: number, milliseconds: number): string {
  const minute = Math.floor(seconds / MINUTE_S);
  return `${minuteText(minute)}${two[seconds - minute * MINUTE_S]}.${three[milliseconds]}Z`;
}

let nowMs = -1;
let nowText = "";
let aheadMs = 0;

/** Sets how far `rfc3339Now` is ahead of real time. The setting applies to the whole process, which belongs to one installation. */
export function putNowAhead(ms: number): void {
  aheadMs = ms;
}

/** Returns the current business time with three fraction digits (RFC 3339, UTC). */
export function rfc3339Now(): string {
  const now = Date.now() + aheadMs;
  if (now !== nowMs) {
    nowMs = now;
    nowText = rfc3339(Math.floor(now / 1000), now % 1000);
  }
  return nowText;
}
