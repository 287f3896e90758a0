import { uuidOf } from "../../domain/identifier/identifier.ts";

/** A range of time, in milliseconds since 1970. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const second = 1000;
const minute = 60 * second;

/**
 * Returns the time in an identifier of the service, req_… (RFC 9562 section 5.7), in milliseconds since 1970; undefined for an identifier
 * that the caller chose.
 */
export function timeOfRequest(requestId: string): number | undefined {
  try {
    return Number.parseInt(uuidOf("request", requestId).replaceAll("-", "").slice(0, 12), 16);
  } catch {
    return undefined;
  }
}

/**
 * Returns where to look for the record of a request, one range after the other. A record has the time at which its call ended, so most are
 * found in the first, short range; the second has room for long calls and for clocks that differ.
 */
export function windowsOf(requestId: string, now: number): Window[] {
  const time = timeOfRequest(requestId);
  if (time === undefined) return [{ from: now - 60 * minute, to: now + minute }];
  return [
    { from: time - second, to: time + 2 * second },
    { from: time - minute, to: time + 10 * minute },
  ];
}
