import { exactNumber } from "./number.ts";
import { refusal } from "./refusal.ts";
import { isObject, type JsonObject, type JsonValue } from "./value.ts";

/** Objects and arrays inside each other, the outermost included. */
const DEPTH_MAX = 32;
/** Characters of a member's name that an error message repeats. */
const NAME_SHOWN_MAX = 64;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Everything in a string up to its end, an escape, or a character that must be escaped. */
const PLAIN_TEXT = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

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
 * Reads a JSON text that is one object, by RFC 8259 and I-JSON (RFC 7493), and refuses what `JSON.parse` lets through: bytes that are
 * not UTF-8, a byte order mark, members of the same name, `__proto__`, lone surrogates, numbers that a double does not hold exactly,
 * nesting over `DEPTH_MAX`.
 * @throws Failure MALFORMED_JSON with a reason word and the position.
 */
export function scanObject(bytes: Uint8Array): JsonObject {
  const scanner = new Scanner(decode(bytes));
  const value = scanner.document();
  if (!isObject(value)) throw refusal("TOP_LEVEL", "the outermost value is not an object");
  return value;
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw refusal("ENCODING", "the bytes are not UTF-8");
  }
  if (text.startsWith("\uFEFF")) throw refusal("ENCODING", "it starts with a byte order mark", 0);
  return text;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Whether an odd number of backslashes stands before a position. */
function isEscaped(text: string, position: number): boolean {
  let at = position;
  while (text.charCodeAt(at - 1) === BACKSLASH) at -= 1;
  return (position - at) % 2 === 1;
}

/** The value of a JSON string in its quotes; undefined when it is none. */
function parsed(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted);
  } catch {
    // What is wrong with it is found out piece by piece.
    return undefined;
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    this.#space();
    if (this.#at === this.#text.length) throw refusal("EMPTY", "there is nothing in it");
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
    if (this.#depth === DEPTH_MAX) {
      throw refusal("DEPTH", `it is nested deeper than ${DEPTH_MAX} levels`, this.#at);
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
      object[name] = this.#value();
      this.#space();
    } while (this.#take(COMMA));
    if (!this.#take(CLOSE_OBJECT)) throw this.#unexpected();
    return object;
  }

  #checkName(object: JsonObject, name: string, position: number): void {
    if (name === "__proto__") throw refusal("FORBIDDEN_MEMBER", 'a member is called "__proto__"', position);
    if (Object.hasOwn(object, name)) {
      const shown = JSON.stringify(name.slice(0, NAME_SHOWN_MAX));
      throw refusal("DUPLICATE_MEMBER", `the member ${shown} is there twice`, position);
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

  /** A string. Most have nothing to be escaped and are what stands between the quotes. */
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
   * A string with escapes. The end of it is looked for first, and what it holds is judged as a whole, all of it by code that is not ours;
   * where that finds a fault, the string is read again piece by piece to say where.
   */
  #escaped(): string {
    const text = this.#text;
    const start = this.#at;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    const value = end === -1 ? undefined : parsed(text.slice(start, end + 1));
    if (value === undefined) return this.#stringInPieces();
    if (!value.isWellFormed()) throw refusal("SURROGATE", "a string holds half of a surrogate pair", start);
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
    if (!value.isWellFormed()) throw refusal("SURROGATE", "a string holds half of a surrogate pair", start);
    return value;
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const written = NUMBER.exec(this.#text)?.[0];
    if (written === undefined) throw this.#unexpected();
    const value = exactNumber(written);
    if (value === undefined) {
      throw refusal("NUMBER", "a number is too large, too small or too precise to be kept exactly", this.#at);
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
    if (this.#at >= this.#text.length) return refusal("SYNTAX", "it ends too early", this.#at);
    return refusal("SYNTAX", "there is something that does not belong", this.#at);
  }
}
