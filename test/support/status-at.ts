import { inflateSync } from "node:zlib";

/**
 * Returns the status of an entry in a list of 1, 2, 4 or 8 bits (draft-ietf-oauth-status-list §4.1).
 *
 * @param bytesMax refuses to unpack more bytes than this
 * @throws RangeError if the list lacks the entry or has another width; a zlib error if the list is not compressed data
 */
export function statusAt(
  { bits, lst }: { readonly bits: number; readonly lst: string },
  index: number,
  bytesMax = 1_048_576,
): number {
  if (![1, 2, 4, 8].includes(bits)) throw new RangeError("no such width");
  const bytes = inflateSync(Buffer.from(lst, "base64url"), { maxOutputLength: bytesMax });
  const byte = bytes[Math.floor((index * bits) / 8)];
  if (byte === undefined || !Number.isSafeInteger(index) || index < 0) throw new RangeError("no such entry");
  return (byte >> ((index * bits) % 8)) & (2 ** bits - 1);
}
