import { TrustInputError } from "../error.ts";

/** Reason that well-formed DER is not a certificate that RFC 5280 §4 permits. */
export type CertificateReason =
  | "CERTIFICATE_VERSION"
  | "CERTIFICATE_SERIAL_TOO_LONG"
  | "CERTIFICATE_SIGNATURE_ALGORITHMS_DIFFER"
  | "CERTIFICATE_EXTENSION_DUPLICATED"
  | "CERTIFICATE_EXTENSION_MALFORMED"
  | "CERTIFICATE_NAME_MALFORMED";

/** Thrown by `parseCertificate`, as is `DerError`. */
export class CertificateError extends TrustInputError<CertificateReason> {
  override readonly name = "CertificateError";
}
