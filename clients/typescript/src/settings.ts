// Reads the options of a client, and the environment where an option is not given.
import { readFileSync } from "node:fs";
import type { ObservedCall } from "./calls.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.ts";

/** How to reach the service. */
export interface PdaClientOptions {
  /** Base address, e.g. `https://localhost:8443`. Default: `PDA_URL`. */
  readonly baseUrl?: string;
  /** Sent as `Authorization: Bearer …`. Default: `PDA_API_KEY`. Public operations need no key; an empty text means none. */
  readonly apiKey?: string;
  /** Root certificates in PEM. Default: the file that `PDA_CA_FILE` names, else those of Node; an empty text means those of Node. */
  readonly ca?: string | Uint8Array;
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
  /** Empty: the roots of Node. */
  readonly ca: string;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

const timeoutMsDefault = 30_000;
/** `Request-Timeout` has at most six digits before its point. */
const timeoutMsMax = 999_999_000;

/** @throws TypeError for an option or a variable that cannot be used; the text never contains the key */
export function settingsOf(options: PdaClientOptions, env = process.env): Settings {
  const baseUrl = options.baseUrl ?? env.PDA_URL ?? "";
  if (!URL.canParse(baseUrl) || new URL(baseUrl).protocol !== "https:")
    throw new TypeError(
      `the base address has to begin with https://, not "${baseUrl}": set the option baseUrl or the variable PDA_URL`,
    );
  const apiKey = options.apiKey ?? env.PDA_API_KEY ?? "";
  if (!/^[!-~]*$/.test(apiKey))
    throw new TypeError("the API key has a space, a line break or another character that no key has");
  const { timeoutMs = timeoutMsDefault } = options;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > timeoutMsMax)
    throw new TypeError(`timeoutMs has to be a whole number from 1 to ${timeoutMsMax}, not ${timeoutMs}`);
  return { baseUrl, apiKey, ca: rootsOf(options.ca, env.PDA_CA_FILE), timeoutMs, retry: retryOf(options) };
}

function rootsOf(ca: string | Uint8Array | undefined, file: string | undefined): string {
  if (ca !== undefined) return typeof ca === "string" ? ca : new TextDecoder().decode(ca);
  if (!file) return "";
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new TypeError(`the file that PDA_CA_FILE names cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function retryOf({ retry }: PdaClientOptions): RetryPolicy {
  const policy = { ...defaultRetryPolicy, ...retry };
  if (!Number.isInteger(policy.attemptsMax) || policy.attemptsMax < 1)
    throw new TypeError(`retry.attemptsMax has to be a whole number above 0, not ${policy.attemptsMax}`);
  return policy;
}
