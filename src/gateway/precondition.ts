import { invalid } from "../codec/violations.ts";

/** Limit of tags in one header, above every real need. */
const TAGS_MAX = 32;
/** An element of a list with its delimiter. Empty elements are allowed (RFC 9110 section 5.6.1.2). */
const ELEMENT = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e]*")[ \t]*)?(?:,|$)/y;
const VERSION = /^"([1-9]\d{0,8})"$/;
/** A version that no resource has. */
const NO_VERSION = 0;

/** Returns the entity tag of a version (RFC 9110 section 8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Returns the versions in an If-Match header (RFC 9110 section 13.1.1); empty without a condition. A weak or foreign tag matches no
 * version.
 * @throws Failure INVALID_ARGUMENT when the header is not a list of entity tags.
 */
export function versionsOf(header: string | undefined): number[] {
  if (header === undefined || header === "*") return [];
  const tags = tagsIn(header);
  if (tags.length === 0 || tags.length > TAGS_MAX) throw malformed();
  return tags.map((tag) => Number(VERSION.exec(tag)?.[1] ?? NO_VERSION));
}

/** Returns the entity tags of a list; empty when the list is malformed. */
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
  const message = `If-Match must be an entity tag in quotes as in ETag, a list of at most ${TAGS_MAX} such tags, or *.`;
  return invalid([{ field: "If-Match", reason: "WRONG_FORMAT", message }]);
}
