import { DerError } from "./error.ts";
import type { DerElement } from "./reader.ts";
import { TAG } from "./tags.ts";

const UTC_TIME = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

/**
 * Decodes a UTCTime or GeneralizedTime with the restrictions of RFC 5280 §4.1.2.5: seconds present, `Z`, no fraction.
 * Two-digit years from 50 to 99 are 19xx.
 * Accepts GeneralizedTime before 2050 too, as the section requires of relying parties.
 */
export function decodeTime(element: DerElement): Date {
  const text = Buffer.from(element.contents).toString("latin1");
  if (element.tag === TAG.utcTime) {
    const [, year = "", ...rest] = UTC_TIME.exec(text) ?? badTime(text);
    return calendarDate(Number(year) + (Number(year) < 50 ? 2000 : 1900), rest, text);
  }
  if (element.tag === TAG.generalizedTime) {
    const [, year = "", ...rest] = GENERALIZED_TIME.exec(text) ?? badTime(text);
    return calendarDate(Number(year), rest, text);
  }
  throw new DerError("DER_UNEXPECTED_TAG", `0x${element.tag.toString(16)} is not a time`);
}

function calendarDate(year: number, rest: readonly string[], text: string): Date {
  const [month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = rest.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  // Date.UTC carries 31 February over into March, and reads the years 0 to 99 as 19xx. The comparison detects both.
  const same =
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hours &&
    date.getUTCMinutes() === minutes &&
    date.getUTCSeconds() === seconds;
  return same ? date : badTime(text);
}

function badTime(text: string): never {
  throw new DerError("DER_BAD_TIME", JSON.stringify(text.slice(0, 20)));
}
