import type { Name, NameAttribute } from "./name.ts";

/** White space and separators of every kind are one space (RFC 4518 §2.2 and §2.6.1). */
const SPACES = /[\p{Z}\t\n\v\f\r\u0085]+/gu;
/** What has no width or only controls: mapped to nothing (RFC 4518 §2.2, with what Unicode added since). */
const IGNORABLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]/gu;
/** RFC 4518 §2.4: such a text compares with no other. */
const PROHIBITED = /[\p{Cn}\p{Co}\p{Cs}\ufffd]/u;
/** Folding can make a text that folds again; this is more than any needs. */
const ROUNDS_MAX = 4;

/** One key per RDN, or undefined where a value cannot be prepared. Kept, because constraints compare names many times. */
const kept = new WeakMap<Name, readonly string[] | undefined>();

/**
 * Whether `name` lies in the subtree of `base` when both are prepared by RFC 5280 §7.1 and RFC 4518: normalised
 * (NFKC), case folded, without ignorable characters and needless spaces. Undefined where that cannot be told.
 *
 * Meant for what is to be refused. `isWithin` takes fewer names for the same, and is for what is to be accepted.
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

/** By way of upper case, one character at a time: so `ß` is `ss` and a final sigma is a sigma (RFC 3454 appendix B.2). */
function foldCase(text: string): string {
  return [...text].map((character) => character.toUpperCase().toLowerCase()).join("");
}
