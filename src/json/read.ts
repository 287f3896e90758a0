import { exactNumber } from "./number.ts";
import type { JsonObject, JsonValue } from "./value.ts";

/** Reason that a text is not strict JSON. */
export type JsonReason =
  | "EMPTY"
  | "ENCODING"
  | "SYNTAX"
  | "DEPTH"
  | "DUPLICATE_MEMBER"
  | "FORBIDDEN_MEMBER"
  | "NUMBER"
  | "SURROGATE";

/** Thrown by `readJson`. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  readonly reason: JsonReason;

  /** @param position in characters (UTF-16 code units), from 0 */
  constructor(reason: JsonReason, what: string, position?: number) {
    super(position === undefined ? what : `${what} at position ${position}`);
    this.reason = reason;
  }
}

/** Rules that differ between callers. */
export interface JsonRules {
  /** Maximum nesting of objects and arrays, including the outermost. */
  readonly depthMax: number;
  /**
   * Refuses values that another program might read differently (RFC 7493 §2.1 and §2.2): lone surrogates, numbers that a double does not
   * hold exactly, and members named `__proto__`.
   */
  readonly portable: boolean;
}

/** Maximum number of characters of a member's name that an error message repeats. */
const NAME_SHOWN_MAX = 64;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Text up to the end of a string, an escape, or a character that must be escaped. */
const PLAIN_TEXT = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** Needed because an assignment to `__proto__` would set the prototype. */
const OWN_MEMBER = { writable: true, enumerable: true, configurable: true };

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const MINUS = 0x2d;

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/**
 * Reads a JSON text (RFC 8259). Unlike `JSON.parse`, it refuses bytes that are not UTF-8, a byte order mark, deep nesting and duplicate
 * member names.
 * Of two members with one name, some parsers take the first and others the last (RFC 7493 §2.3).
 * @throws {JsonError}
 */
export function readJson(bytes: Uint8Array, rules: JsonRules): JsonValue {
  return new Scanner(decode(bytes), rules).document();
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonError("ENCODING", "the bytes are not UTF-8");
  }
  if (text.startsWith("\uFEFF"))
    throw new JsonError("ENCODING", "the text must not start with a byte order mark", 0);
  return text;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Tells whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, position: number): boolean {
  let at = position;
  while (text.charCodeAt(at - 1) === BACKSLASH) at -= 1;
  return (position - at) % 2 === 1;
}

/** Returns the value of a quoted JSON string, or undefined when the text is not a JSON string. */
function parsed(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted);
  } catch {
    // The caller reads the string again in pieces to find the fault.
    return undefined;
  }
}

class Scanner {
  readonly #text: string;
  readonly #rules: JsonRules;
  #at = 0;
  #depth = 0;

  constructor(text: string, rules: JsonRules) {
    this.#text = text;
    this.#rules = rules;
  }

  document(): JsonValue {
    this.#space();
    if (this.#at === this.#text.length) throw new JsonError("EMPTY", "the text is empty");
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(): JsonValue {
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) return this.#string();
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) return this.#nested(code);
    if (code === MINUS || isDigit(code)) return this.#number();
    for (const [word, value] of LITERALS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    throw this.#unexpected();
  }

  #nested(opened: number): JsonValue {
    const { depthMax } = this.#rules;
    if (this.#depth === depthMax) {
      throw new JsonError("DEPTH", `the text is nested deeper than ${depthMax} levels`, this.#at);
    }
    this.#depth += 1;
    this.#at += 1;
    this.#space();
    const value = opened === OPEN_OBJECT ? this.#object() : this.#array();
    this.#depth -= 1;
    return value;
  }

  #object(): JsonObject {
    const object: JsonObject = {};
    if (this.#take(CLOSE_OBJECT)) return object;
    do {
      this.#space();
      const position = this.#at;
      if (this.#text.charCodeAt(position) !== QUOTE) throw this.#unexpected();
      const name = this.#string();
      this.#checkName(object, name, position);
      this.#space();
      if (!this.#take(COLON)) throw this.#unexpected();
      this.#space();
      const value = this.#value();
      if (name === "__proto__") Object.defineProperty(object, name, { value, ...OWN_MEMBER });
      else object[name] = value;
      this.#space();
    } while (this.#take(COMMA));
    if (!this.#take(CLOSE_OBJECT)) throw this.#unexpected();
    return object;
  }

  #checkName(object: JsonObject, name: string, position: number): void {
    if (name === "__proto__" && this.#rules.portable) {
      throw new JsonError("FORBIDDEN_MEMBER", 'a member must not be named "__proto__"', position);
    }
    if (Object.hasOwn(object, name)) {
      const shown = JSON.stringify(name.slice(0, NAME_SHOWN_MAX));
      throw new JsonError("DUPLICATE_MEMBER", `the member ${shown} occurs twice`, position);
    }
  }

  #array(): JsonValue[] {
    const array: JsonValue[] = [];
    if (this.#take(CLOSE_ARRAY)) return array;
    do {
      this.#space();
      array.push(this.#value());
      this.#space();
    } while (this.#take(COMMA));
    if (!this.#take(CLOSE_ARRAY)) throw this.#unexpected();
    return array;
  }

  /** Reads a string. Most strings have no escapes and equal the text between the quotes. */
  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return text.slice(start, at);
      }
      if (code === BACKSLASH || code < SPACE) break;
    }
    return this.#escaped();
  }

  /**
   * Reads a string with escapes. Native code (`JSON.parse`) reads the whole string.
   * If `JSON.parse` fails, the string is read again in pieces to find the position of the fault.
   */
  #escaped(): string {
    const text = this.#text;
    const start = this.#at;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    const value = end === -1 ? undefined : parsed(text.slice(start, end + 1));
    if (value === undefined) return this.#stringInPieces();
    this.#checkText(value, start);
    this.#at = end + 1;
    return value;
  }

  #stringInPieces(): string {
    const start = this.#at;
    this.#at += 1;
    let escaped = false;
    for (;;) {
      PLAIN_TEXT.lastIndex = this.#at;
      PLAIN_TEXT.test(this.#text);
      this.#at = PLAIN_TEXT.lastIndex;
      const code = this.#text.charCodeAt(this.#at);
      if (code === QUOTE) break;
      ESCAPE.lastIndex = this.#at;
      if (code !== BACKSLASH || !ESCAPE.test(this.#text)) throw this.#unexpected();
      this.#at = ESCAPE.lastIndex;
      escaped = true;
    }
    this.#at += 1;
    if (!escaped) return this.#text.slice(start + 1, this.#at - 1);
    const value: string = JSON.parse(this.#text.slice(start, this.#at));
    this.#checkText(value, start);
    return value;
  }

  #checkText(text: string, position: number): void {
    if (this.#rules.portable && !text.isWellFormed())
      throw new JsonError("SURROGATE", "a string contains half of a surrogate pair", position);
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const written = NUMBER.exec(this.#text)?.[0];
    if (written === undefined) throw this.#unexpected();
    const value = this.#rules.portable ? exactNumber(written) : Number(written);
    if (value === undefined) {
      throw new JsonError(
        "NUMBER",
        "a number is too large, too small or too precise to be kept exactly",
        this.#at,
      );
    }
    this.#at += written.length;
    return value;
  }

  #take(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #unexpected() {
    if (this.#at >= this.#text.length) return new JsonError("SYNTAX", "the text ends too early", this.#at);
    return new JsonError("SYNTAX", "an unexpected character", this.#at);
  }
}
