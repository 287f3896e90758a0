import { Refused } from "../refused.ts";

/** Maximum number of digits of an amount in minor units. The store's `numeric(38,0)` has room for it. */
const minorDigitsMax = 36;
const form = /^(0|[1-9]\d{0,17})(?:\.(\d{1,18}))?$/;

/**
 * Parses an amount: a decimal string in whole units, above zero (Open Banking UK amount pattern).
 * Never rounds: more fraction digits than `decimals` are refused.
 *
 * @returns minor units, e.g. `"1.5"` with 6 decimals → `1500000n`
 * @throws Refused AMOUNT_MALFORMED, AMOUNT_SCALE, AMOUNT_NOT_POSITIVE, AMOUNT_TOO_LARGE
 */
export function parseAmount(text: string, decimals: number): bigint {
  const match = form.exec(text);
  if (!match) throw new Refused("AMOUNT_MALFORMED", "The amount must be a decimal string such as 12.50.");
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals)
    throw new Refused(
      "AMOUNT_SCALE",
      `The amount must have at most ${decimals} fraction digits, but has ${fraction.length}.`,
    );
  const minor = BigInt(whole + fraction.padEnd(decimals, "0"));
  if (minor === 0n) throw new Refused("AMOUNT_NOT_POSITIVE", "The amount must be above zero.");
  if (minor.toString().length > minorDigitsMax)
    throw new Refused(
      "AMOUNT_TOO_LARGE",
      `The amount must have at most ${minorDigitsMax} digits in minor units.`,
    );
  return minor;
}

/** Formats minor units as the canonical decimal string, without trailing zeros in the fraction. `formatAmount(1500000n, 6)` → `"1.5"`. */
export function formatAmount(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${sign}${whole}${fraction ? `.${fraction}` : ""}`;
}

/**
 * Tells whether an amount in minor units is above a limit in whole units, e.g. `"50"`.
 * @throws RangeError when the limit is not a decimal string
 */
export function exceeds(minor: bigint, decimals: number, limit: string): boolean {
  const match = form.exec(limit);
  if (!match) throw new RangeError(`${limit} is not a decimal string`);
  const [, whole = "", fraction = ""] = match;
  const digits = Math.max(decimals, fraction.length);
  return minor * 10n ** BigInt(digits - decimals) > BigInt(whole + fraction.padEnd(digits, "0"));
}

/** The most fraction digits that a decimal string of an amount has. */
const fractionDigitsMax = 18;

/**
 * Compares two amounts in whole units, e.g. `"12.50"` and `"12.5"`, which are equal.
 * @returns a number below, at or above 0
 * @throws RangeError when one is not a decimal string
 */
export function compareAmounts(one: string, other: string): number {
  const [left, right] = [unitsOf(one), unitsOf(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns an amount in whole units without superfluous zeros: `"12.50"` → `"12.5"`. @throws RangeError when it is not a decimal string */
export function canonicalAmount(text: string): string {
  return formatAmount(unitsOf(text), fractionDigitsMax);
}

function unitsOf(text: string): bigint {
  const match = form.exec(text);
  if (!match) throw new RangeError(`${text} is not a decimal string`);
  const [, whole = "", fraction = ""] = match;
  return BigInt(whole + fraction.padEnd(fractionDigitsMax, "0"));
}
