import { Failure } from "../rpc/failure.ts";
import { parseRawKey, type RawKey, RawKeyError } from "../trust/raw-key.ts";

/** A key of secp256k1 that a request carries. @throws Failure INVALID_ARGUMENT about the field */
export function requireRawKey(text: string, field: string): RawKey {
  try {
    return parseRawKey(text);
  } catch (error) {
    if (!(error instanceof RawKeyError)) throw error;
    throw Failure.ofField(
      "INVALID_ARGUMENT",
      field,
      error.reason,
      "It must be a point of secp256k1, compressed or uncompressed, in hexadecimal or base64.",
    );
  }
}
