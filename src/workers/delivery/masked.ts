/** Fewer characters of a credential at the end of an answer are in any text, and tell nothing. */
const cutMin = 4;

/**
 * Hides the credential in an answer that repeats it, as pages for debugging do: the history must not show what the service was trusted
 * with. The credential is also found as JSON, HTML and URLs write it, and where the end of what was read cuts it.
 */
export function masked(body: Buffer, credential: string): Buffer {
  // One character for each byte, so that other bytes stay as they are. A credential is ASCII.
  const text = body.toString("latin1");
  const result = Buffer.from(body);
  for (let at = 0; at < text.length; ) {
    const end = endOf(text, at, credential);
    if (end !== undefined) result.fill("*", at, end);
    at = end ?? at + 1;
  }
  return result;
}

/** Returns where a credential ends that begins at a place of a text; undefined when none does. */
function endOf(text: string, begin: number, credential: string): number | undefined {
  let at = begin;
  for (let index = 0; index < credential.length; index += 1) {
    if (at >= text.length || isCut(text, at)) return index >= cutMin ? text.length : undefined;
    const length = lengthAt(text, at, credential.charAt(index));
    if (length === 0) return undefined;
    at += length;
  }
  return at;
}

/** Other ways to write a character: `\/` and `\u002f`, also with the backslash repeated, `%2F` and `%252F`, `&#x2f;` and `&#47;`. */
const written =
  /\\{1,4}u00([\da-f]{2})|\\{1,4}([^\\])|%(?:25)?([\da-f]{2})|&#x0{0,4}([\da-f]{2});|&#0{0,4}(\d{2,3});/iy;

/** Returns the length of a character at a place of a text, however it is written; 0 when another one is there. */
function lengthAt(text: string, at: number, character: string): number {
  if (text[at] === character) return 1;
  written.lastIndex = at;
  const found = written.exec(text);
  if (!found) return 0;
  const [whole, json, escaped, percent, hex, decimal] = found;
  const digits = json ?? percent ?? hex;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return (escaped ?? String.fromCharCode(code)) === character ? whole.length : 0;
}

/** Tells whether the rest of a text is the begin of another way to write a character. */
const isCut = (text: string, at: number): boolean =>
  text.length - at < 10 &&
  /^(?:\\{1,4}(?:u[\da-f]{0,3})?|%(?:2|25[\da-f]?|[\da-f])?|&(?:#x?[\da-f]{0,6})?)$/i.test(text.slice(at));
