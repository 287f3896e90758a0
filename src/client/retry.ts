// Repeats a failed request when the repeat is harmless and may succeed.
import { setTimeout as sleep } from "node:timers/promises";
import { catalogue } from "../../gen/errors/catalogue.ts";

/** How often a request is repeated, and how long to wait. */
export interface RetryPolicy {
  /** Limit of requests sent, including the first. */
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
 * Wraps a sender. Repeats requests on a broken connection and on the catalogue's retryable errors, after an exponential delay with jitter
 * or the time of `Retry-After`. Repeats only requests without effect and requests with an `Idempotency-Key`.
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
    // The answer is not an envelope, so a proxy made it. Only HTTP's temporary errors are worth a repeat.
    return response.status === 502 || response.status === 503 || response.status === 504;
  }
}

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
