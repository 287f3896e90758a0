// A failed request is repeated when a repeat can neither do harm nor be useless.
import { setTimeout as sleep } from "node:timers/promises";
import { catalogue } from "../../gen/errors/catalogue.ts";

/** How often and how patiently a request is repeated. */
export interface RetryPolicy {
  /** Requests sent at most, the first one included. */
  readonly attemptsMax: number;
  /** Longest wait before a repeat; a `Retry-After` above it ends the attempts. */
  readonly delayMsMax: number;
}

export const defaultRetryPolicy: RetryPolicy = { attemptsMax: 4, delayMsMax: 5000 };

type Send = (request: Request) => Promise<Response>;

const delayMsFirst = 100;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const retryableCodes = new Set<string>(
  Object.values(catalogue)
    .filter((entry) => entry.retryable)
    .map((entry) => entry.code),
);

/**
 * Wraps a sender: repeats on a broken connection and on the catalogue's retryable errors, with exponential delay and jitter,
 * or as `Retry-After` says. Only a request without effect, or one with an `Idempotency-Key`, is ever repeated.
 */
export function retrying(send: Send, policy: RetryPolicy): Send {
  return async (request) => {
    const repeatable = safeMethods.has(request.method) || request.headers.has("Idempotency-Key");
    for (let attempt = 1; ; attempt++) {
      const last = !repeatable || attempt >= policy.attemptsMax;
      let delayMs = Math.min(delayMsFirst * 2 ** (attempt - 1) * (0.5 + Math.random()), policy.delayMsMax);
      try {
        const response = await send(last ? request : request.clone());
        if (last || !(await isRetryable(response))) return response;
        delayMs = retryAfterMs(response) ?? delayMs;
        if (delayMs > policy.delayMsMax) return response;
      } catch (error) {
        if (last || request.signal.aborted) throw error;
      }
      await sleep(delayMs, undefined, { signal: request.signal });
    }
  };
}

async function isRetryable(response: Response): Promise<boolean> {
  if (response.status < 400) return false;
  const text = await response.clone().text();
  try {
    const { errorCode } = JSON.parse(text) as { errorCode?: string };
    return errorCode !== undefined && retryableCodes.has(errorCode);
  } catch {
    // Not an envelope: a proxy in between. Only what HTTP itself calls temporary is worth a repeat.
    return response.status === 502 || response.status === 503 || response.status === 504;
  }
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
