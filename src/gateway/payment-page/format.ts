import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";

/** Returns the moment of a field that the core always sets. */
export function dateOf(time: Timestamp | undefined): Date {
  return new Date(Number(time?.seconds ?? 0n) * 1000 + (time?.nanos ?? 0) / 1_000_000);
}

/** Writes a decimal as readers of a language do, with all its digits, and at least two of the fraction, as the console and the wallet do. */
export function amountIn(amount: string, language: string): string {
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 18 };
  // As a text, because a number would lose digits.
  return new Intl.NumberFormat(language, style).format(amount as `${number}`);
}

/** Writes a time in UTC; the page's script writes it again in the reader's own zone. */
export function timeIn(time: Timestamp | undefined, language: string): string {
  const date = dateOf(time);
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const shown = new Intl.DateTimeFormat(language, style).format(date);
  return `<time datetime="${date.toISOString()}">${shown} UTC</time>`;
}
