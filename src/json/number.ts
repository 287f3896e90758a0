/** A double holds every number of up to 15 digits exactly (IEEE 754 binary64, DBL_DIG). */
const PLAIN = /^-?\d{1,15}$/;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Returns a decimal number as its sign, its digits without outer zeros, and the power of ten of its last digit. */
function canonical(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

/**
 * Returns the value of a JSON number, or undefined when a double cannot hold it exactly (RFC 7493 §2.2): too large, too small or too
 * precise.
 * The shortest decimal form of the double must be the same decimal number.
 */
export function exactNumber(text: string): number | undefined {
  const value = Number(text);
  if (PLAIN.test(text)) return value;
  if (!Number.isFinite(value)) return undefined;
  return canonical(text) === canonical(String(value)) ? value : undefined;
}
