import { TrustInputError } from "../error.ts";

/** Reason that a text is no SD-JWT presentation whose signatures can be checked. */
export type PresentationReason =
  | "PRESENTATION_MALFORMED"
  | "PRESENTATION_TOO_LARGE"
  | "JWS_MALFORMED"
  | "JSON_MALFORMED"
  | "DISCLOSURES_TOO_MANY"
  | "ALGORITHM_NOT_ALLOWED"
  | "TYPE_NOT_ALLOWED"
  | "HEADER_NOT_ALLOWED";

/** Reason that disclosures do not match the content that the issuer has signed (RFC 9901 §7.1). */
export type DisclosureReason =
  | "HASH_NOT_ALLOWED"
  | "DISCLOSURE_MALFORMED"
  | "DISCLOSURE_REPEATED"
  | "DISCLOSURE_UNREFERENCED"
  | "DIGEST_MALFORMED"
  | "DIGEST_REPEATED"
  | "CLAIM_NAME_NOT_ALLOWED"
  | "CLAIM_REPEATED"
  | "CLAIM_NOT_DISCLOSABLE"
  | "NESTED_TOO_DEEP";

/** Thrown when a presentation cannot be read. */
export class SdJwtError extends TrustInputError<PresentationReason | DisclosureReason> {
  override readonly name = "SdJwtError";
}
