import { TrustInputError } from "../error.ts";

/** Why well-formed DER is not a CRL that RFC 5280 §5 permits anyone to make. */
export type CrlReason =
  | "CRL_VERSION"
  | "CRL_SIGNATURE_ALGORITHMS_DIFFER"
  | "CRL_ISSUER_NOT_COMPARABLE"
  | "CRL_NEXT_UPDATE_MISSING"
  | "CRL_EXTENSION_MALFORMED"
  | "CRL_ENTRY_MALFORMED"
  | "CRL_ENTRY_DUPLICATED";

/** Thrown by `parseCrl` beside `DerError` and `CertificateError`. */
export class CrlError extends TrustInputError<CrlReason> {
  override readonly name = "CrlError";
}
