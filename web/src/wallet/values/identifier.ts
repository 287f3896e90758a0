const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns an identifier of a transfer, `trf_…`: 128 random bits in the base 32 of TypeID. */
export function newTransferId(): string {
  let rest = crypto.getRandomValues(new Uint8Array(16)).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = "";
  for (let digit = 0; digit < 26; digit++, rest /= 32n) text = `${ALPHABET[Number(rest % 32n)]}${text}`;
  return `trf_${text}`;
}
