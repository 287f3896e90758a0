// Amounts: decimals as text, because a number would lose digits.

/** Returns the tag of a language, or undefined for one that is not written as BCP 47 says: some browsers have `en-US@posix`. */
export function usableLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Writes a decimal as readers of a language do, with all its digits, and at least two of the fraction. */
export function amountIn(amount: string, language: string | undefined): string {
  const style = { minimumFractionDigits: 2, maximumFractionDigits: 18 };
  return new Intl.NumberFormat(language, style).format(amount as `${number}`);
}

/**
 * Reads an amount that a person has typed, in the way of its language. Signs that group digits are refused, because `1.000` is a thousand in
 * one language and one in another.
 * @returns a decimal of the interface, such as "12.50", above zero; undefined for another text
 */
export function readAmount(text: string, language: string | undefined): string | undefined {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1234567.5);
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  const decimal = sign("decimal");
  // A point is the sign of the interface, so that it is taken wherever it does not group digits.
  const typed = text.trim().replace(decimal, ".");
  if (decimal !== "." && sign("group") === "." && text.includes(".")) return undefined;
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d{1,18}))?$/.exec(typed) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, "");
  if (digits === "" || digits.length > 18 || !/[1-9]/.test(digits + fraction)) return undefined;
  return fraction === "" ? digits : `${digits}.${fraction}`;
}

/** Tells whether a decimal is at least as large as another. */
export function covers(balance: string, amount: string): boolean {
  return units(balance) >= units(amount);
}

/** In units of 10⁻¹⁸, of which every amount is a whole number. */
function units(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
}
