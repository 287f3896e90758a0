// Reads amounts that people type, in the console and in the wallet. They are decimal texts: a floating-point number would lose digits.

/** The most digits that the interface takes before the point, and after it. */
const DIGITS_MAX = 18;

/** People type a usual space or apostrophe where a language writes a special one. */
const usual = (text: string): string =>
  text.replaceAll(/[\u00a0\u2009\u202f]/g, " ").replaceAll("\u2019", "'");

const formatOf = (language: string | undefined) => new Intl.NumberFormat(language, { useGrouping: "always" });

/** The signs before the fraction of a number in a language, and between the groups of its digits. */
function signsOf(language: string | undefined): { readonly decimal: string; readonly group: string } {
  const parts = formatOf(language).formatToParts(1_234_567.5);
  const sign = (wanted: string) => usual(parts.find(({ type }) => type === wanted)?.value ?? "");
  return { decimal: sign("decimal") || ".", group: sign("group") || "," };
}

/** Writes the digits of a language, such as ١٢, as those of the interface. */
function asciiDigits(text: string, language: string | undefined): string {
  const format = new Intl.NumberFormat(language);
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return digits.reduce((read, digit, value) => read.replaceAll(digit, String(value)), text);
}

/** Tells whether digits are grouped as the language groups them: not by three everywhere. */
function isGrouped(groups: readonly string[], language: string | undefined): boolean {
  const digits = groups.join("");
  if (groups.length < 2 || !/^\d{1,18}$/.test(digits)) return false;
  const parts = formatOf(language).formatToParts(BigInt(digits));
  const lengths = parts.filter(({ type }) => type === "integer").map(({ value }) => [...value].length);
  return lengths.join() === groups.map(({ length }) => length).join();
}

/**
 * Reads an amount as people of a language write it, with or without groups of digits. A point begins the fraction in every language unless it
 * could group digits.
 * @param language undefined stands for the browser's default
 * @returns a decimal of the interface above zero, without zeros at its end, such as "12.5"; undefined for another text, and for one that could
 *   mean two amounts: `1.234` is a thousand in one language, and about one in another
 */
export function readAmount(text: string, language: string | undefined): string | undefined {
  const { decimal, group } = signsOf(language);
  const given = asciiDigits(usual(text.trim()), language);
  const [, sign = decimal] = /^\d+([.,])\d{3}$/.exec(given) ?? [];
  if (sign !== decimal) return undefined;
  const [whole = "", ...fraction] = given.split(decimal);
  const groups = whole.split(group);
  const written = isGrouped(groups, language)
    ? [groups.join(""), ...fraction].join(".")
    : given.replace(decimal, ".");
  const [, wholeDigits = "", fractionDigits = ""] = /^(\d*)(?:\.(\d*))?$/.exec(written) ?? [];
  const digits = wholeDigits.replace(/^0+/, "");
  const end = fractionDigits.replace(/0+$/, "");
  if (digits + end === "" || digits.length > DIGITS_MAX || end.length > DIGITS_MAX) return undefined;
  return `${digits || "0"}${end && `.${end}`}`;
}

/** Writes an amount as people of a language read it, with all its digits and at least two of the fraction. */
export const amountIn = (amount: string, language: string | undefined): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 18 }).format(
    amount as `${number}`,
  );

/** Returns amounts that show how people of a language write them, for a message about a text that is none. */
export const examplesIn = (language: string | undefined) => ({
  example: amountIn("12.5", language),
  thousands: amountIn("1234.5", language),
  digits: new Intl.NumberFormat(language).format(DIGITS_MAX),
});
