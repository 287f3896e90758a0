import { invalid } from "./codec/violations.ts";

/** More tags than anyone has seen versions of one resource. */
const TAGS_MAX = 32;
/** An element of a list with what ends it. Empty ones are allowed (RFC 9110 section 5.6.1.2). */
const ELEMENT = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e]*")[ \t]*)?(?:,|$)/y;
const VERSION = /^"([1-9]\d{0,8})"$/;
/** What no resource has. */
const NO_VERSION = 0;

/** The entity tag of a version (RFC 9110 section 8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * The versions that an If-Match names (RFC 9110 section 13.1.1): none where there is no condition. A weak tag, and one that is not
 * of our making, match nothing.
 * @throws Failure INVALID_ARGUMENT for what is no list of entity tags.
 */
export function versionsOf(header: string | undefined): number[] {
  if (header === undefined || header === "*") return [];
  const tags = tagsIn(header);
  if (tags.length === 0 || tags.length > TAGS_MAX) throw malformed();
  return tags.map((tag) => Number(VERSION.exec(tag)?.[1] ?? NO_VERSION));
}

/** None when it is no list of entity tags. */
function tagsIn(header: string): string[] {
  const tags: string[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const element = ELEMENT.exec(header);
    if (!element) return [];
    if (element[1] !== undefined) tags.push(element[1]);
  }
  return tags;
}

function malformed() {
  const message = `If-Match must be an entity tag in quotes as in ETag, a list of at most ${TAGS_MAX}, or *.`;
  return invalid([{ field: "If-Match", reason: "WRONG_FORMAT", message }]);
}
