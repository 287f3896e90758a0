// What the wallet has to know of languages and of amounts.

/** Returns the tag of a language, or undefined for one that is not written as BCP 47 says: some browsers have `en-US@posix`. */
export function usableLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
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
