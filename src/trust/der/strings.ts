import { DerError } from "./error.ts";
import type { DerElement } from "./reader.ts";
import { TAG } from "./tags.ts";

const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
const SEVEN_BIT = /^\p{ASCII}*$/u;
const VISIBLE = /^[\x20-\x7e]*$/;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes a UTF8String, PrintableString, IA5String or VisibleString.
 * Refuses NUL in all of them: names do not contain NUL, and other software cuts a name there.
 * Returns undefined for other string types (Teletex, BMP, Universal) and for other types.
 */
export function decodeString(element: DerElement): string | undefined {
  switch (element.tag) {
    case TAG.utf8String:
      return withoutNul(decodeUtf8(element.contents));
    case TAG.printableString:
      return matching(PRINTABLE, element.contents);
    case TAG.ia5String:
      return decodeIa5(element.contents);
    case TAG.visibleString:
      return matching(VISIBLE, element.contents);
    default:
      return undefined;
  }
}

/** Decodes the contents octets of an IA5String, which GeneralName tags implicitly. */
export function decodeIa5(contents: Uint8Array): string {
  return withoutNul(matching(SEVEN_BIT, contents));
}

function decodeUtf8(contents: Uint8Array): string {
  try {
    return utf8.decode(contents);
  } catch {
    throw new DerError("DER_BAD_STRING", "not UTF-8");
  }
}

function matching(alphabet: RegExp, contents: Uint8Array): string {
  const text = Buffer.from(contents).toString("latin1");
  if (!alphabet.test(text)) throw new DerError("DER_BAD_STRING", "a character outside its alphabet");
  return text;
}

function withoutNul(text: string): string {
  if (text.includes("\0")) throw new DerError("DER_BAD_STRING", "a NUL character");
  return text;
}
