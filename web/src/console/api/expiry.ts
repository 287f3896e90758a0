// Certificates that end soon.

const DAY_MS = 86_400_000;
/** Readers are warned this many days before the end, unless a view says otherwise. */
const WARNED_DAYS = 30;

export type Expiry =
  | { readonly is: "fine" | "ended" }
  /** Whole days that are left, 0 on the last one. */
  | { readonly is: "soon"; readonly days: number };

/** Returns how near the end of a certificate is. @param now in milliseconds of Unix time, by the clock that the certificate ends by */
export function expiryOf(notAfterTime: string, now: number, warnedDays = WARNED_DAYS): Expiry {
  const leftMs = Date.parse(notAfterTime) - now;
  if (leftMs < 0) return { is: "ended" };
  return leftMs <= warnedDays * DAY_MS ? { is: "soon", days: Math.floor(leftMs / DAY_MS) } : { is: "fine" };
}
