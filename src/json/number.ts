/** A double holds every number of up to 15 digits exactly (IEEE 754 binary64, DBL_DIG). */
const PLAIN = /^-?\d{1,15}$/;
/** Above the plain decimal form of every double: its shortest digits and the zeros of its power of ten are less than 350 characters. */
const CHARACTERS_MAX = 800;
const ZERO = 0x30;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Returns a decimal number as its sign, its digits without outer zeros, and the power of ten of its last digit. */
function canonical(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  let end = digits.length;
  // A regular expression would search for the end again from each zero.
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1;
  const significant = digits.slice(0, end);
  if (significant === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

/**
 * Returns the value of a JSON number, or undefined when a double cannot hold it exactly (RFC 7493 §2.2): too large, too small or too
 * precise. Nobody writes a number in more than `CHARACTERS_MAX` characters, so such a one is refused unread.
 * The shortest decimal form of the double must be the same decimal number.
 */
export function exactNumber(text: string): number | undefined {
  if (text.length > CHARACTERS_MAX) return undefined;
  const value = Number(text);
  if (PLAIN.test(text)) return value;
  if (!Number.isFinite(value)) return undefined;
  return canonical(text) === canonical(String(value)) ? value : undefined;
}
