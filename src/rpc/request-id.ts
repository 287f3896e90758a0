import { tellsOtherTime } from "../domain/audit/request-time.ts";
import { newId } from "../domain/identifier/identifier.ts";

const form = /^[\x21-\x7e]{1,128}$/;
/** An API key in the text. Request ids stand in logs, in answers and in the audit log, where no secret may be. */
const secret = /pda_[0-7][0-9a-hjkmnp-tv-z]{25}_[A-Za-z0-9_-]{43}/;

/**
 * Returns the caller's request id if it is 1 to 128 visible ASCII characters, holds no API key and is none of the service's own that it made at
 * another time; else a new one.
 */
export function requestIdOf(given: unknown): string {
  return typeof given === "string" &&
    form.test(given) &&
    !secret.test(given) &&
    !tellsOtherTime(given, Date.now())
    ? given
    : newId("request");
}
