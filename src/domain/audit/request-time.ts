import { uuidOf } from "../identifier/identifier.ts";

const minute = 60_000;

/**
 * Returns when a request with this identifier has its record: the time in an identifier of the service, req_… (RFC 9562 section 5.7), with
 * room for long calls and for clocks that differ. Empty for an identifier that the caller chose, which tells no time.
 */
export function timesOfRequest(requestId: string): { readonly from?: Date; readonly to?: Date } {
  const time = timeIn(requestId);
  if (time === undefined) return {};
  return { from: new Date(time - minute), to: new Date(time + 10 * minute) };
}

function timeIn(requestId: string): number | undefined {
  try {
    return Number.parseInt(uuidOf("request", requestId).replaceAll("-", "").slice(0, 12), 16);
  } catch {
    return undefined;
  }
}
