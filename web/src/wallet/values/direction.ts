/** Removes the characters that change the direction of a text (UAX #9), with which a name could turn around the words that follow it. */
export const withoutDirection = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
