import { PdaError, PdaProtocolError } from "../../../clients/typescript/src/index.ts";
import { CommandError } from "../failure.ts";
import { plain } from "../output/plain.ts";
import { unreachable } from "../service.ts";

/** What is known of a call before it is made. */
export interface Purpose {
  /** Scope that the API key needs; empty when it is not known, or when the call has no key. */
  readonly scope: string;
  /** Place that the API key comes from, see `keyOriginOf`; absent when the call has no key. */
  readonly keyOrigin?: string;
  /** Returns the next step after a refusal; undefined where it is the usual one. */
  readonly adviceFor?: (error: PdaError) => string | undefined;
}

/** Returns a readable error for a failed call. */
export function callFailure(error: unknown, baseUrl: string, purpose: Purpose): unknown {
  if (error instanceof PdaError) {
    const advice = purpose.adviceFor?.(error) ?? usualAdvice(error, baseUrl, purpose);
    return refusal(error, advice);
  }
  if (error instanceof PdaProtocolError)
    return new CommandError(error.message, "check --url: it must be the address without a path");
  return unreachable(error, baseUrl, "start the service (pda up), or name its address with --url");
}

/** Tells whether a failure of a call may be over at the next call. */
export const isPassing = (error: unknown): boolean =>
  error instanceof PdaError || error instanceof PdaProtocolError
    ? error.status === 429 || error.status >= 500
    : true;

/** Returns the error with a line for each entry of `errors`. An entry that the first line tells already has no line of its own. */
function refusal({ message, requestId, errors }: PdaError, advice: string): CommandError {
  const [first] = errors;
  const isTold = errors.length === 1 && first !== undefined && message.endsWith(first.message);
  const told = isTold ? [first.field, first.reason].filter(Boolean).join(": ") : "";
  const identifiers = [told, `request ${requestId}`].filter(Boolean).join(", ");
  const lines = errors.map((entry) => {
    const text = entry.message ? `${entry.message} (${entry.reason})` : entry.reason;
    return plain(entry.field === undefined ? text : `${entry.field}: ${text}`);
  });
  return new CommandError(plain(`${message} (${identifiers})`), advice, { details: isTold ? [] : lines });
}

/** Refusals of a key that has the scope. */
const LIMITED: ReadonlySet<string> = new Set([
  "OPERATION_NOT_ALLOWED",
  "AMOUNT_ABOVE_LIMIT",
  "LIMITS_EXCEEDED",
]);

function usualAdvice(error: PdaError, baseUrl: string, { scope, keyOrigin }: Purpose): string {
  const { errorCode, reason, status, errors } = error;
  if (errorCode === "SVC-4005")
    return "use --page-token with the same filters as the list that printed the token";
  if (errorCode === "SVC-4041") return `see the operations: ${new URL("/docs/api/", baseUrl).href}`;
  if (reason === "OTHER_TENANT") return "omit --merchant: this key lists only its own merchant's items";
  if (reason === "REQUEST_SIGNATURE_EXPIRED") return "set this machine's clock, and run the command again";
  if (reason === "REQUEST_SIGNATURE_REQUIRED")
    return `commands sign no requests of an API key: use a client library that signs them (${new URL("/docs/reference/authentication#signed-requests", baseUrl).href}), or name a key that needs no signature with --api-key-file`;
  if (reason.startsWith("REQUEST_SIGNATURE_"))
    return "call the service under its own address with --url; a wallet whose key was replaced needs its new key";
  if (status === 401 && keyOrigin !== undefined)
    return `${unknownKey(keyOrigin)}: ${otherKey(scope)}, or run: pda login`;
  if (reason === "NETWORK_NOT_ALLOWED")
    return `run the command on a machine in one of the key's networks, or ${otherKey("")}`;
  if (LIMITED.has(reason)) return otherKey("");
  if (status === 401 || status === 403) return otherKey(scope);
  if (status === 429 || status >= 500) return "try again in a moment";
  return errors.some(({ field }) => field !== undefined)
    ? "correct the fields above"
    : "correct the arguments";
}

/** Says that the service does not accept an API key. @param origin place that the key comes from */
export const unknownKey = (origin: string): string =>
  `the service does not know the API key from ${origin}, or accepts it no longer`;

const otherKey = (scope: string): string =>
  `name a key ${scope === "" ? "that may do this" : `with the scope ${scope}`} with --api-key-file`;
