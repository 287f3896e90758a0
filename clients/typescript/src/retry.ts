// Decides whether a request is sent again, and when.
import { ErrorCode, retryableCodes } from "./gen/words.ts";

/** How often a request is repeated, and how long to wait. */
export interface RetryPolicy {
  /** Limit of requests sent, including the first. Default: 4. */
  readonly attemptsMax: number;
  /** Longest wait in milliseconds before a repeat; a `Retry-After` above it ends the attempts. Default: 5000. */
  readonly delayMsMax: number;
}

export const defaultRetryPolicy: RetryPolicy = { attemptsMax: 4, delayMsMax: 5000 };

const knownCodes: ReadonlySet<string> = new Set(Object.values(ErrorCode));
const delayMsFirst = 100;

/** Returns the wait in milliseconds after this attempt: exponential, with jitter so that clients do not repeat in step. */
export function delayMsAfter(attempt: number, { delayMsMax }: RetryPolicy): number {
  return Math.min(delayMsFirst * 2 ** (attempt - 1) * (0.5 + Math.random()), delayMsMax);
}

/** Refusals of a proof that arrived before: a proxy has sent the request twice. */
const replayed = new Set(["TOKEN_REPLAYED", "DPOP_PROOF_REPLAYED", "REQUEST_SIGNATURE_REPLAYED"]);

/** Tells whether a proof was refused because it arrived before. */
export const isReplayed = (reason: string): boolean => replayed.has(reason);

/** Tells whether the same request may succeed later. @param isProvenAnew whether each attempt has a proof of its own */
export async function isRetryable(response: Response, isProvenAnew: boolean): Promise<boolean> {
  if (response.status < 400) return false;
  const text = await response.clone().text();
  try {
    const { errorCode = "", errors } = JSON.parse(text) as {
      errorCode?: string;
      errors?: { reason?: string }[];
    };
    const isSpent = isProvenAnew && isReplayed(errors?.[0]?.reason ?? "");
    if (isSpent || retryableCodes.has(errorCode)) return true;
    if (knownCodes.has(errorCode)) return false;
  } catch {
    // A proxy made this answer.
  }
  // As with every unknown code, the HTTP status decides. Only HTTP's temporary errors are worth a repeat.
  return isTemporary(response);
}

/** Tells whether a proxy, or a service that is starting, says that the service cannot be reached now. */
export const isTemporary = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Returns the seconds of `Retry-After`; undefined when it is absent or a date, which the service never sends. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get("Retry-After") ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
