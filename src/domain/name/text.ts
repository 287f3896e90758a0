// Readability of texts (Unicode TR36 §2, UAX #44).

/** Noncharacters, such as U+FFFE and U+FFFF. Documents of other systems cannot contain them (XML 1.0 §2.2). */
const noncharacter = /\p{Noncharacter_Code_Point}/u;

/** Characters that are visible by themselves: no blanks (also that of braille), no zero-width, joining, selecting or filling characters. */
const visible = /[^\u2800\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** Tells whether a text has a visible character and no noncharacters. */
export function isReadable(text: string): boolean {
  return visible.test(text) && !noncharacter.test(text);
}
