// The width of text on a terminal, in columns: UAX #11 (East Asian Width), and two columns for emoji.
import { eastAsianWidth } from "get-east-asian-width";

const segmenter = new Intl.Segmenter();

/** Returns the parts of a text that a terminal shows as one character each. */
const charactersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * Returns the width of one character, which may have several code points: a letter with its accents, an emoji with its skin tone. Terminals
 * give no character more than two columns.
 */
function characterWidth(character: string): number {
  if (/^\p{RGI_Emoji}$/v.test(character)) return 2;
  const shown = Array.from(character.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, ""));
  return Math.min(
    2,
    shown.reduce((sum, part) => sum + eastAsianWidth(part.codePointAt(0) ?? 0), 0),
  );
}

/** Returns the width of a text. */
export const widthOf = (text: string): number =>
  /^[ -~]*$/.test(text)
    ? text.length
    : charactersOf(text).reduce((sum, character) => sum + characterWidth(character), 0);

/** Cuts a text to a width, and marks the cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let room = width - 1;
  for (const character of charactersOf(text)) {
    room -= characterWidth(character);
    if (room < 0) break;
    kept += character;
  }
  return `${kept}…`;
}
