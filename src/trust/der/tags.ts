/** Identifier octets of X.509 structures: class, constructed bit and number together (X.690 §8.1.2). */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

const CONTEXT_CLASS = 0x80;
const CONSTRUCTED = 0x20;

/** Returns the identifier octet of `[number] IMPLICIT` over a primitive type. */
export function contextPrimitive(number: number): number {
  return CONTEXT_CLASS | number;
}

/** Returns the identifier octet of `[number] EXPLICIT`, or of `[number] IMPLICIT` over a constructed type. */
export function contextConstructed(number: number): number {
  return CONTEXT_CLASS | CONSTRUCTED | number;
}

export function isConstructed(tag: number): boolean {
  return (tag & CONSTRUCTED) !== 0;
}

export function isUniversal(tag: number): boolean {
  return (tag & 0xc0) === 0;
}
