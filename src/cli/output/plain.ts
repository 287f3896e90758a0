// Text for a terminal. It may come from a server that is not the service.

/** Every character that could control the terminal or hide how a text reads, such as a control of direction. */
const hiding = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** A joiner between letters or emoji, which Persian and 👩‍🚀 need. */
const joining =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])/u;
const joiningOrHiding = new RegExp(`(${joining.source})|${hiding.source}`, "gu");

/** Returns a text without characters that could control the terminal or hide how a text reads. */
export const plain = (text: string): string =>
  text.replace(joiningOrHiding, (_, joiner?: string) => joiner ?? "?");

/**
 * Returns the JSON of a value, with escapes for what `plain` replaces. It is the same value for every reader.
 * @param indent blanks of each level; 0 for one line
 */
export const jsonText = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(hiding, (character) =>
    character === "\n" ? character : character.replace(/[^]/g, escaped),
  );

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
