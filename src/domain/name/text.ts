// What people can read of a text (Unicode TR36 §2, UAX #44).

/** Characters that are none in an exchange of text, U+FFFE and U+FFFF among them: documents of others cannot carry them (XML 1.0 §2.2). */
const noncharacter = /\p{Noncharacter_Code_Point}/u;

/** Anything but blanks and characters that are only there for others: zero-width, joining, selecting, filling. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** Whether a text shows something, and everything in it is a character. */
export function isReadable(text: string): boolean {
  return visible.test(text) && !noncharacter.test(text);
}
