import { TrustInputError } from "../error.ts";

/** Why a text is not an SD-JWT presentation that is worth a look at its signatures. */
export type PresentationReason =
  | "PRESENTATION_MALFORMED"
  | "PRESENTATION_TOO_LARGE"
  | "JWS_MALFORMED"
  | "JSON_MALFORMED"
  | "DISCLOSURES_TOO_MANY"
  | "ALGORITHM_NOT_ALLOWED"
  | "TYPE_NOT_ALLOWED"
  | "HEADER_NOT_ALLOWED";

/** Why disclosures do not fit what the issuer has signed (RFC 9901 §7.1). */
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

/** Thrown while a presentation is read. */
export class SdJwtError extends TrustInputError<PresentationReason | DisclosureReason> {
  override readonly name = "SdJwtError";
}
