// The reference of a payment, which people read, type and paste.

/** Tells whether a text is a payment reference with right check digits (ISO 11649: ISO 7064 MOD 97-10), in capitals and without spaces. */
export function isPaymentReference(text: string): boolean {
  if (!/^RF[0-9]{2}[0-9A-Z]{1,21}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return BigInt(digits) % 97n === 1n;
}
