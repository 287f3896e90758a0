/** Up to 15 digits are always exact in a double (IEEE 754 binary64, DBL_DIG). */
const PLAIN = /^-?\d{1,15}$/;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A decimal number as sign, digits without zeros at either end, and the power of ten of the last digit. */
function canonical(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

/**
 * The value of a JSON number, or undefined when a double does not hold exactly what was written (RFC 7493 section 2.2): too large,
 * too small or too precise. The shortest decimal form of the double has to be the same decimal number.
 */
export function exactNumber(text: string): number | undefined {
  const value = Number(text);
  if (PLAIN.test(text)) return value;
  if (!Number.isFinite(value)) return undefined;
  return canonical(text) === canonical(String(value)) ? value : undefined;
}
