/** Maximum difference between the service's clock and the clock of a signer or verifier. */
export const CLOCK_SKEW_SECONDS = 60;
/** Maximum time between `iat` and `exp` of a wallet's signature, and maximum age of a presentation's key binding. */
export const SIGNATURE_SECONDS_MAX = 300;
/** Maximum time between `iat` and `exp` of a proof of ownership. */
export const OWNERSHIP_PROOF_SECONDS_MAX = 60;

/** The last second that a Date can represent. */
const SECONDS_MAX = 8.64e12;

/**
 * Tells whether a value is a time in seconds since the epoch (RFC 7519 §2, NumericDate) that a Date can represent. Fractions are allowed.
 */
export function isNumericDate(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= SECONDS_MAX;
}
