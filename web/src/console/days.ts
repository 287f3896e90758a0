// Days of the reader's own zone as moments of the interface.

/** Returns when a day begins, as RFC 3339; undefined for a text that is no day. @param day such as `2026-11-27` */
export function startOfDay(day: string | undefined): string | undefined {
  return momentOf(day, 0);
}

/** Returns when the day after begins, so that the day itself is part of a period. */
export function dayAfter(day: string | undefined): string | undefined {
  return momentOf(day, 1);
}

function momentOf(day: string | undefined, daysLater: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

/** Returns the day of a moment in the reader's own zone, such as `2026-11-27`. */
export function dayOf(moment: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
