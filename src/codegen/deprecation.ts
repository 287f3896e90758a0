import type { DescMethod } from "@bufbuild/protobuf";
import type { DeprecationOption } from "./options.ts";

/** A client has at least this time to move. */
const NOTICE_MS = 365 * 86_400_000;

/** Tells whether a text is a day that exists, such as `2027-01-31`. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(text) === text;

const dayOf = (text: string): string => new Date(text).toISOString().slice(0, 10);

/**
 * Checks the deprecation of a method.
 * @returns it, or undefined for a method that is not deprecated
 * @throws Error when the option contradicts itself or the method's own `deprecated`
 */
export function deprecationOf(
  method: DescMethod,
  option: DeprecationOption | undefined,
): DeprecationOption | undefined {
  const wrong = (what: string): Error => new Error(`${method.parent.typeName}.${method.name}: ${what}`);
  const deprecated = method.proto.options?.deprecated ?? false;
  if (deprecated !== (option !== undefined))
    throw wrong("set `deprecated = true` and (pda.api.v1.operation).deprecation together");
  if (!option) return undefined;
  const { since, sunset, link, successor } = option;
  if (!isDay(since ?? "")) throw wrong("deprecation.since must be a day such as 2027-01-31");
  if (sunset !== undefined && (!isDay(sunset) || Date.parse(sunset) - Date.parse(since) < NOTICE_MS))
    throw wrong("deprecation.sunset must be a day at least 365 days after deprecation.since");
  if (link !== undefined && !URL.canParse(link)) throw wrong("deprecation.link must be an absolute URL");
  if (successor !== undefined && !/^(?:https:\/)?\/[^\s<>"{}]+$/.test(successor))
    throw wrong("deprecation.successor must be a URL or a path without parameters");
  return option;
}
