import { TrustInputError } from "../error.ts";

/** Reason that bytes are not DER (ITU-T X.690), or not the DER type that the caller asked for. */
export type DerReason =
  | "DER_TOO_LARGE"
  | "DER_TOO_DEEP"
  | "DER_TRUNCATED"
  | "DER_TRAILING_BYTES"
  | "DER_HIGH_TAG_NUMBER"
  | "DER_UNEXPECTED_TAG"
  | "DER_INDEFINITE_LENGTH"
  | "DER_NON_MINIMAL_LENGTH"
  | "DER_BAD_BOOLEAN"
  | "DER_BAD_INTEGER"
  | "DER_BAD_NULL"
  | "DER_BAD_OBJECT_IDENTIFIER"
  | "DER_BAD_BIT_STRING"
  | "DER_BAD_STRING"
  | "DER_BAD_TIME"
  | "DER_SET_NOT_SORTED"
  | "DER_DEFAULT_ENCODED";

/** The only error that the reader throws, for any bytes. */
export class DerError extends TrustInputError<DerReason> {
  override readonly name = "DerError";
}
