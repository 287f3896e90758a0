import { TrustInputError } from "../error.ts";

/** Reason that well-formed DER is not a CRL that RFC 5280 §5 permits. */
export type CrlReason =
  | "CRL_VERSION"
  | "CRL_SIGNATURE_ALGORITHMS_DIFFER"
  | "CRL_ISSUER_NOT_COMPARABLE"
  | "CRL_NEXT_UPDATE_MISSING"
  | "CRL_EXTENSION_MALFORMED"
  | "CRL_ENTRY_MALFORMED"
  | "CRL_ENTRY_DUPLICATED";

/** Thrown by `parseCrl`, as are `DerError` and `CertificateError`. */
export class CrlError extends TrustInputError<CrlReason> {
  override readonly name = "CrlError";
}
