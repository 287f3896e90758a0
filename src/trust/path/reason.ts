import type { PolicyReason } from "./policy.ts";

/** Reason that a path is refused. The list is closed, so a caller's map over it is exhaustive. */
export type PathReason =
  | PolicyReason
  | "TOO_MANY_CERTIFICATES"
  | "LEAF_IS_TRUST_ANCHOR"
  | "UNKNOWN_ISSUER"
  | "SIGNATURE_ALGORITHM_NOT_ALLOWED"
  | "PUBLIC_KEY_NOT_ALLOWED"
  | "SIGNATURE_INVALID"
  | "NOT_YET_VALID"
  | "EXPIRED"
  | "CRITICAL_EXTENSION_UNKNOWN"
  | "POLICY_EXTENSION_UNSUPPORTED"
  | "EXTENSION_CRITICALITY_WRONG"
  | "SERIAL_NUMBER_NOT_POSITIVE"
  | "KEY_IDENTIFIER_MISSING"
  | "NAME_EMPTY"
  | "NOT_A_CA"
  | "PATH_LENGTH_EXCEEDED"
  | "KEY_USAGE_WRONG"
  | "NAME_EXCLUDED"
  | "NAME_NOT_PERMITTED"
  | "NAME_CONSTRAINT_UNSUPPORTED"
  | "TOO_MANY_CRLS"
  | "REVOKED"
  | "REVOCATION_STATUS_UNKNOWN"
  /** The certificates and CRLs need more signature checks than one validation allows. */
  | "TOO_MUCH_WORK";

/** A refusal. `certificateIndex` counts from the leaf (0) towards the trust anchor. */
export interface PathFailure {
  readonly reason: PathReason;
  readonly certificateIndex: number;
}
