// Amounts are decimal texts from end to end: a floating-point number would lose digits.

const FORM = /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/;

/** The sign that separates the fraction in a language. */
const separatorOf = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";

/**
 * Returns an amount above zero as the interface writes it, without zeros at its end; undefined for a text that is none. The language's sign separates the fraction, and
 * so does "." unless three digits follow it, as in the thousands of such a language.
 */
export function amountOf(text: string, language: string): string | undefined {
  const separator = separatorOf(language);
  const given = text.trim();
  if (separator !== "." && /\.\d{3}$/.test(given)) return undefined;
  const written = given.replace(separator, ".").replace(/^\./, "0.");
  const amount = written
    .replace(/^0+(?=\d)/, "")
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  return FORM.test(amount) && /[1-9]/.test(amount) ? amount : undefined;
}

/** Returns an amount as people of a language type it, with at least two digits of the fraction: `amountOf` reads it back. */
export function typedAmount(amount: string, language: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  return whole + separatorOf(language) + fraction.padEnd(2, "0");
}

/** Returns an amount as people of a language read it, with all its digits and at least two of the fraction. */
export const amountText = (amount: string, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 18 }).format(
    amount as `${number}`,
  );
