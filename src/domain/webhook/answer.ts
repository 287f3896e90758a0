import { retryWaitMs } from "./schedule.ts";

/** Why an attempt failed. */
export type DeliveryError =
  | "DNS"
  | "REFUSED_ADDRESS"
  | "CONNECT"
  | "TLS"
  | "TIMEOUT"
  | "RESET"
  | "PROTOCOL"
  | "STATUS"
  /** The answer to a verification did not have the challenge. */
  | "CHALLENGE"
  /** The authorisation server gave no access token, so nothing was sent. */
  | "TOKEN_ENDPOINT"
  /** The service could not make the request. */
  | "INTERNAL";

/** The answer of a receiver, or the reason why none came. */
export interface Answer {
  /** HTTP status; absent when no answer began. */
  readonly status?: number;
  /** Absent after a success. */
  readonly error?: DeliveryError;
  /** Why TLS failed, as the library names it; absent with other errors. */
  readonly tlsError?: string;
  /** Value of the header `Retry-After`. */
  readonly retryAfter?: string;
}

/** What follows from an answer. */
export type Verdict =
  | { readonly kind: "delivered" }
  /** The receiver wants nothing any more (410). */
  | { readonly kind: "gone" }
  | {
      readonly kind: "failed";
      readonly waitMs: number;
      /** Pause of the whole endpoint that the receiver asks for. */
      readonly pauseMs?: number;
    };

const shortestMs = 5_000;
const longestMs = 86_400_000;

/** Returns the verdict on an attempt. @param attempts attempts of the event, with this one */
export function verdictOf(
  answer: Answer,
  attempts: number,
  now = Date.now(),
  random = Math.random(),
): Verdict {
  const { status, error } = answer;
  if (error === undefined) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  const pauseMs = status === 429 || status === 503 ? askedPauseMs(answer.retryAfter, now) : undefined;
  return pauseMs === undefined
    ? { kind: "failed", waitMs: retryWaitMs(attempts, random) }
    : { kind: "failed", waitMs: pauseMs, pauseMs };
}

/** Tells whether a status is a success: 2xx. Redirects are not followed. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/**
 * Returns the milliseconds that a `Retry-After` asks for (RFC 9110 section 10.2.3: seconds or a date), between 5 seconds and 24 hours.
 * Undefined for other text.
 */
function askedPauseMs(text: string | undefined, now: number): number | undefined {
  const given = text?.trim() ?? "";
  const ms = /^\d{1,30}$/.test(given) ? Number(given) * 1000 : httpDate(given) - now;
  return Number.isNaN(ms) ? undefined : Math.min(longestMs, Math.max(shortestMs, ms));
}

/** Only the form with a weekday and GMT: `Date.parse` alone would read almost any text. */
const httpDate = (text: string): number =>
  /^[A-Za-z]{3,9}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
