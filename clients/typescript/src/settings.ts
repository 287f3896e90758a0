// What a client needs on every platform.
import type { ObservedCall } from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { Credential, Outgoing } from "./credential.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.ts";
import type { RequestSigner } from "./signature.ts";
import type { Verify } from "./verify.ts";

/** Options that do not depend on the platform. */
export interface CommonOptions {
  /** Milliseconds that an attempt may take, sent along as `Request-Timeout`. Default: 30000, which is also the service's limit. */
  readonly timeoutMs?: number;
  /** How often a request is repeated, and how long to wait. */
  readonly retry?: Partial<RetryPolicy>;
  /** Receives every answer, refusals included. */
  readonly observe?: (exchange: ObservedCall) => void;
}

/** Complete, checked settings of a client. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Undefined with an API key, or without a credential. */
  readonly credential: Credential | undefined;
  readonly signer: RequestSigner | undefined;
  /** Asks for a signed answer to a request, and returns what verifies it. Undefined: answers need no signature. */
  readonly verify: ((request: Outgoing) => Verify) | undefined;
  readonly connection: Connection;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly observe: ((exchange: ObservedCall) => void) | undefined;
}

const timeoutMsDefault = 30_000;
/** `Request-Timeout` has at most six digits before its point. */
const timeoutMsMax = 999_999_000;

/** @throws TypeError for an option that cannot be used */
export function commonSettings(
  options: CommonOptions & { readonly baseUrl: string },
): Pick<Settings, "baseUrl" | "timeoutMs" | "retry" | "observe"> {
  const { baseUrl, timeoutMs = timeoutMsDefault, observe } = options;
  const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // `new URL` forgets an empty query or fragment.
  if (address?.protocol === "https:" && (address.username || address.password || /[?#]/.test(baseUrl)))
    throw new TypeError(
      "the base address has to be without user, query and fragment: see the option baseUrl or the variable PDA_URL",
    );
  if (address?.protocol !== "https:")
    throw new TypeError(
      `the base address has to begin with https://, not "${baseUrl}": set the option baseUrl or the variable PDA_URL`,
    );
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > timeoutMsMax)
    throw new TypeError(`timeoutMs has to be a whole number from 1 to ${timeoutMsMax}, not ${timeoutMs}`);
  return { baseUrl: baseUrl.replace(/\/+$/, ""), timeoutMs, retry: retryOf(options), observe };
}

function retryOf({ retry }: CommonOptions): RetryPolicy {
  const policy = { ...defaultRetryPolicy, ...retry };
  if (!Number.isInteger(policy.attemptsMax) || policy.attemptsMax < 1)
    throw new TypeError(`retry.attemptsMax has to be a whole number above 0, not ${policy.attemptsMax}`);
  if (!(policy.delayMsMax >= 0))
    throw new TypeError(`retry.delayMsMax has to be a number from 0, not ${policy.delayMsMax}`);
  return policy;
}
