import type { KeyBindingReason } from "../sd-jwt/key-binding.ts";
import type { DisclosureReason, PresentationReason } from "../sd-jwt/error.ts";
import type { IssuerReason } from "./issuer.ts";

/** The steps of the validation of a digital identity, in the order of evaluation and of the answer. */
export const IDENTITY_CHECKS = [
  "format",
  "issuer_path",
  "signature",
  "disclosures",
  "validity",
  "nonce",
  "key_binding",
  "status",
  "requested_claims",
] as const;
export type IdentityCheckName = (typeof IDENTITY_CHECKS)[number];

/** One check of the answer. A check is skipped when an earlier check failed, except the requested claims after STATUS_NOT_OURS. */
export interface IdentityCheck {
  readonly check: IdentityCheckName;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly reason?: IdentityReason;
}

/** Reason that a check failed. No reason reveals the value of a claim. */
export type IdentityReason =
  | PresentationReason
  | DisclosureReason
  | IssuerReason
  | KeyBindingReason
  | ValidityReason
  | StatusReason
  | NonceReason
  | RequestReason
  | "SIGNATURE_INVALID";

export type ValidityReason =
  | "CLAIMS_MALFORMED"
  | "ISSUER_DIFFERENT"
  | "CREDENTIAL_NOT_YET_VALID"
  | "CREDENTIAL_EXPIRED";

export type StatusReason =
  | "ASSET_NOT_RECOGNISED"
  | "ASSET_NOT_ACTIVE"
  | "ASSET_SUSPENDED"
  | "ASSET_REVOKED"
  | "ASSET_RETIRED"
  | "STATUS_NOT_OURS"
  | "STATUS_OF_OTHER_ASSET";

/** A challenge is unknown when the caller never received it, when it was already used, or when it expired long ago. */
type NonceReason = "CHALLENGE_UNKNOWN" | "CHALLENGE_EXPIRED";

export type RequestReason = "CREDENTIAL_TYPE_NOT_ACCEPTED" | "CLAIM_MISSING" | "CLAIM_DIFFERENT";
