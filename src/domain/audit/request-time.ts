import { writeUuidOf } from "../identifier/identifier.ts";

const minute = 60_000;
/** The UUID of the identifier that is being read. It begins with 6 bytes of milliseconds. */
const uuid = Buffer.alloc(16);

/**
 * Returns when a request with this identifier has its record: the time in an identifier of the service, req_… (RFC 9562 section 5.7), with
 * room for long calls and for clocks that differ. Empty for an identifier that the caller chose, which tells no time.
 */
export function timesOfRequest(requestId: string): { readonly from?: Date; readonly to?: Date } {
  const time = timeIn(requestId);
  if (time === undefined) return {};
  return { from: new Date(time - minute), to: new Date(time + 10 * minute) };
}

/**
 * Tells whether an identifier has the time of another moment. The record of a call with such an identifier would be where nobody looks, so a
 * caller must not choose it.
 */
export function tellsOtherTime(requestId: string, now: number): boolean {
  const time = timeIn(requestId);
  return time !== undefined && (now < time - minute / 2 || now > time + 5 * minute);
}

function timeIn(requestId: string): number | undefined {
  if (!requestId.startsWith("req_")) return undefined;
  try {
    writeUuidOf("request", requestId, uuid, 0);
  } catch {
    return undefined;
  }
  return uuid.readUIntBE(0, 6);
}
