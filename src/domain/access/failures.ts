/** Wrong credentials that still count, from one address: in all, and for the key that the caller names. */
export interface Failures {
  readonly ofAddress: Counted;
  readonly ofKey: Counted;
}

/** A count that falls by one each minute. */
export interface Counted {
  readonly failures: number;
  /** Seconds since the last one; 0 without any. */
  readonly ageSeconds: number;
}

/** Wrong credentials without a delay: from one address, and from one address for one key. */
const FREE_OF_ADDRESS = 20;
const FREE_OF_KEY = 5;
/** Wrong credentials for one key without a delay, from an address that has used up its own. */
const FREE_OF_KEY_AT_SPENT_ADDRESS = 1;
const DELAY_SECONDS_MAX = 60;
/** Seconds after which one failure no longer counts. */
export const FORGET_SECONDS = 60;

/**
 * Returns the seconds for which credentials with this key are refused from this address. The first delay is one second, and each further
 * failure doubles it up to a minute. Failures for the same key from other addresses play no part, so a stranger who knows the identifier of
 * a key cannot lock it.
 */
export function delayOfKey({ ofAddress, ofKey }: Failures): number {
  return delayOf(ofKey, isAddressSpent({ ofAddress }) ? FREE_OF_KEY_AT_SPENT_ADDRESS : FREE_OF_KEY);
}

/** Tells whether an address has used up its wrong credentials without a delay. */
export function isAddressSpent({ ofAddress }: Pick<Failures, "ofAddress">): boolean {
  return ofAddress.failures >= FREE_OF_ADDRESS;
}

/**
 * Returns the seconds for which wrong credentials from this address are refused as unchecked. A right credential is accepted meanwhile,
 * because many callers may share the address.
 */
export function delayOfAddress({ ofAddress }: Pick<Failures, "ofAddress">): number {
  return delayOf(ofAddress, FREE_OF_ADDRESS);
}

function delayOf({ failures, ageSeconds }: Counted, free: number): number {
  if (failures < free) return 0;
  const delay = Math.min(DELAY_SECONDS_MAX, 2 ** (failures - free));
  return Math.max(0, Math.ceil(delay - ageSeconds));
}
