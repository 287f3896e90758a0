// The terms of the search: words, and names of several parts. MiniSearch splits a text at punctuation, so that `HOST_REPEATED` would be
// found wherever a host is, or something that is repeated. Each name is therefore one more term.

/** Begins a name, so that no word is the beginning of one, and joins its parts. MiniSearch does not split a text at it. */
export const JOINT = "+";
const SPACE_OR_PUNCTUATION = /[\s\p{P}]+/u;
/** A name of one word, such as the reason `REPEATED`. */
const CAPITALS = /^[A-Z]{5,}$/;
/** A command, or a method with its path: names of several words. */
const SEVERAL_WORDS = /^(?:pda|GET|POST|PATCH|PUT|DELETE) ./;
/** Words of a question that say nothing about its subject. `GET` does: it is the method of a request. */
const STOP_WORDS = new Set(
  "a an and are can do does for from get how How i I in is it my of on or the to what What where Where with".split(
    " ",
  ),
);

const partsOf = (text: string): string[] => text.split(SPACE_OR_PUNCTUATION).filter(Boolean);

/** Returns the term of a name; none for a word. */
function joined(text: string): string[] {
  const parts = partsOf(text);
  return parts.length > 1 || CAPITALS.test(text) ? [JOINT + parts.join(JOINT).toLowerCase()] : [];
}

/** Tells whether a term is a name. */
export const isName = (term: string): boolean => term.startsWith(JOINT);

/** Returns a term for each name in a text, such as `gateway.bodyBytesMax` or `pda payments list`. */
export function namesIn(text: string): string[] {
  const words = text.trim().split(/\s+/);
  const beginnings = SEVERAL_WORDS.test(text)
    ? words.map((_word, at) => words.slice(0, at + 1).join(" "))
    : [];
  return [...new Set([...words, ...beginnings].flatMap(joined))];
}

/** Returns the terms that a reader asks for. */
export function termsOf(query: string): string[] {
  const words = query.split(/\s+/).filter(Boolean);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  const asked = (telling.length > 0 ? telling : words).join(" ");
  return [...partsOf(asked), ...namesIn(asked)];
}
