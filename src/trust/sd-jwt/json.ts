/** A value of JSON (RFC 8259). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Deepest nesting that is read, the outermost value counted. */
export const JSON_DEPTH_MAX = 16;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** In a valid text, every string is one of these, so nothing inside one is taken for structure. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/**
 * Reads JSON of strangers: UTF-8 without a byte order mark, no name twice in one object (RFC 7493 §2.3: of two
 * equal names a parser may take the first and another the last), at most 16 deep. Undefined for anything else.
 */
export function readJson(bytes: Uint8Array): Json | undefined {
  try {
    const text = utf8.decode(bytes);
    // Parsed first: only in a valid text is looking for tokens linear.
    const value = JSON.parse(text) as Json;
    return isTooDeep(text) || hasRepeatedNames(text) ? undefined : value;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of its own, never one of the prototype. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** @param text valid JSON */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    if (depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}

/** @param text valid JSON */
function hasRepeatedNames(text: string): boolean {
  /** The names of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  let nameNext = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const names = open.at(-1);
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
      nameNext = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      nameNext = false;
    } else if (token === ",") nameNext = names instanceof Set;
    else if (nameNext && names) {
      const name = JSON.parse(token) as string;
      if (names.has(name)) return true;
      names.add(name);
      nameNext = false;
    }
  }
  return false;
}
