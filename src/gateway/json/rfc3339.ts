const MINUTE_S = 60;
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const three = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));
/** Minutes since the epoch that were written last, by their last six bits, and their texts up to the seconds. */
const minutes = new Float64Array(64).fill(Number.NaN);
const texts = Array.from(minutes, () => "");

/**
 * A time in UTC up to its minute and the colon behind it: `2026-01-15T09:30:`. The calendar is asked once a minute: times that are
 * written one after another are mostly of a few of them.
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
 * A time in UTC with exactly three fraction digits (RFC 3339), as `Date.prototype.toISOString` writes it.
 * @param seconds whole, since the epoch, in the years 1 to 9999. @param milliseconds from 0 to 999.
 */
function rfc3339(seconds: number, milliseconds: number): string {
  const minute = Math.floor(seconds / MINUTE_S);
  return `${minuteText(minute)}${two[seconds - minute * MINUTE_S]}.${three[milliseconds]}Z`;
}

let nowMs = -1;
let nowText = "";
let aheadMs = 0;

/** Puts the time that `rfc3339Now` tells ahead of real time: that of this process, which is of one installation. */
export function putNowAhead(ms: number): void {
  aheadMs = ms;
}

/** Now by business time, in the same form. */
export function rfc3339Now(): string {
  const now = Date.now() + aheadMs;
  if (now !== nowMs) {
    nowMs = now;
    nowText = rfc3339(Math.floor(now / 1000), now % 1000);
  }
  return nowText;
}
