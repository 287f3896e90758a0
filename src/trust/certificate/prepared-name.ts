import type { Name, NameAttribute } from "./name.ts";

/** White space and separators of all kinds, mapped to one space (RFC 4518 §2.2 and §2.6.1). */
const SPACES = /[\p{Z}\t\n\v\f\r\u0085]+/gu;
/** Control characters and characters without width, mapped to nothing (RFC 4518 §2.2, with later additions of Unicode). */
const IGNORABLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]/gu;
/** RFC 4518 §2.4: a text with such a character equals no other text. */
const PROHIBITED = /[\p{Cn}\p{Co}\p{Cs}\ufffd]/u;
/** Maximum number of foldings. One folding can make a text that folds again, but no text needs more than this. */
const ROUNDS_MAX = 4;

/** Cached keys, one for each RDN; undefined when a value cannot be prepared. Constraints compare the same names many times. */
const kept = new WeakMap<Name, readonly string[] | undefined>();

/**
 * Tells whether `name` lies in the subtree of `base` after preparation by RFC 5280 §7.1 and RFC 4518.
 * Preparation normalises (NFKC), folds case, and removes ignorable characters and needless spaces.
 * Returns undefined when a name cannot be prepared.
 *
 * Use it to refuse names. `isWithin` treats fewer names as equal: use it to accept names.
 */
export function isWithinPrepared(name: Name, base: Name): boolean | undefined {
  const [keys, baseKeys] = [preparedKeys(name), preparedKeys(base)];
  if (keys === undefined || baseKeys === undefined) return undefined;
  return baseKeys.every((key, index) => key === keys[index]);
}

function preparedKeys(name: Name): readonly string[] | undefined {
  if (kept.has(name)) return kept.get(name);
  const keys = name.rdns.flatMap((rdn) => preparedRdn(rdn) ?? []);
  const result = keys.length === name.rdns.length ? keys : undefined;
  kept.set(name, result);
  return result;
}

function preparedRdn(rdn: readonly NameAttribute[]): string | undefined {
  const attributes = rdn.flatMap((attribute) => preparedAttribute(attribute) ?? []);
  return attributes.length === rdn.length ? JSON.stringify(attributes.sort()) : undefined;
}

function preparedAttribute({ type, value }: NameAttribute): string | undefined {
  const text = value === undefined ? undefined : prepared(value);
  return text === undefined ? undefined : JSON.stringify([type, text]);
}

function prepared(value: string): string | undefined {
  if (PROHIBITED.test(value)) return undefined;
  let text = value;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = foldCase(text.replace(SPACES, " ").replace(IGNORABLE, "").normalize("NFKC"));
    if (next === text) break;
    text = next;
  }
  return text.replace(SPACES, " ").trim();
}

/** Folds case by way of upper case, one character at a time. So `ß` becomes `ss` and a final sigma a sigma (RFC 3454 appendix B.2). */
function foldCase(text: string): string {
  return [...text].map((character) => character.toUpperCase().toLowerCase()).join("");
}
