/** How far the clock of whoever signs, or reads what we sign, may be from ours. */
export const CLOCK_SKEW_SECONDS = 60;
/** Longest time between `iat` and `exp` of a wallet's signature, and oldest key binding of a presentation. */
export const SIGNATURE_SECONDS_MAX = 300;
/** Longest time between `iat` and `exp` of a proof of ownership. */
export const OWNERSHIP_PROOF_SECONDS_MAX = 60;

/** The last second that a Date can hold. */
const SECONDS_MAX = 8.64e12;

/** Whole or broken seconds since the epoch (RFC 7519 §2, NumericDate), small enough to be a Date. */
export function isNumericDate(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= SECONDS_MAX;
}
