const DAY_S = 86_400;
const two = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
const three = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));
let day = 0;
let date = "1970-01-01T";

/**
 * A time in UTC with exactly three fraction digits (RFC 3339), as `Date.prototype.toISOString` writes it. The calendar is asked once a
 * day: times that are written one after another are mostly of the same one.
 * @param seconds whole, since the epoch, in the years 1 to 9999. @param milliseconds from 0 to 999.
 */
export function rfc3339(seconds: number, milliseconds: number): string {
  const thisDay = Math.floor(seconds / DAY_S);
  if (thisDay !== day) {
    date = new Date(thisDay * DAY_S * 1000).toISOString().slice(0, 11);
    day = thisDay;
  }
  const second = seconds - thisDay * DAY_S;
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  return `${date}${two[hour]}:${two[minute % 60]}:${two[second % 60]}.${three[milliseconds]}Z`;
}

/** Now, in the same form. */
export function rfc3339Now(): string {
  const now = Date.now();
  return rfc3339(Math.floor(now / 1000), now % 1000);
}
