// ISO 11649 structured creditor reference: "RF", two check digits by ISO 7064 MOD 97-10, then up to 21 characters.

/** Makes the creditor reference for a body of 1-21 capital letters and digits. */
export function creditorReference(body: string): string {
  if (!/^[0-9A-Z]{1,21}$/.test(body))
    throw new RangeError("the body of a creditor reference must have 1-21 capital letters and digits");
  const check = 98 - mod97(`${body}RF00`);
  return `RF${check.toString().padStart(2, "0")}${body}`;
}

/** Tells whether a text is a creditor reference with correct check digits. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[0-9A-Z]{1,21}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1;
}

function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
