import type { Check, CheckName, CheckReason, PublicReason } from "./check.ts";

/** The reader of the answer: the asset's own publisher, or anyone. */
export type Audience = "public" | "publisher";

/** Checks whose failures must look alike to the public. The failed check would otherwise reveal whether an asset exists. */
const RECOGNITION: readonly CheckName[] = ["asset_known", "device_binding"];

/** Public replacements for reasons that reveal too much. */
const PUBLIC_REASONS: Record<Exclude<CheckReason, PublicReason>, PublicReason> = {
  TOO_MANY_CERTIFICATES: "CERTIFICATE_NOT_TRUSTED",
  LEAF_IS_TRUST_ANCHOR: "CERTIFICATE_NOT_TRUSTED",
  UNKNOWN_ISSUER: "CERTIFICATE_NOT_TRUSTED",
  SIGNATURE_ALGORITHM_NOT_ALLOWED: "ALGORITHM_NOT_ALLOWED",
  PUBLIC_KEY_NOT_ALLOWED: "ALGORITHM_NOT_ALLOWED",
  SIGNATURE_INVALID: "CERTIFICATE_NOT_TRUSTED",
  NOT_YET_VALID: "CERTIFICATE_OUTSIDE_VALIDITY",
  EXPIRED: "CERTIFICATE_OUTSIDE_VALIDITY",
  CRITICAL_EXTENSION_UNKNOWN: "CERTIFICATE_NOT_TRUSTED",
  POLICY_EXTENSION_UNSUPPORTED: "CERTIFICATE_NOT_TRUSTED",
  EXTENSION_CRITICALITY_WRONG: "CERTIFICATE_NOT_TRUSTED",
  KEY_IDENTIFIER_MISSING: "CERTIFICATE_NOT_TRUSTED",
  NAME_EMPTY: "CERTIFICATE_NOT_TRUSTED",
  NOT_A_CA: "CERTIFICATE_NOT_TRUSTED",
  PATH_LENGTH_EXCEEDED: "CERTIFICATE_NOT_TRUSTED",
  KEY_USAGE_WRONG: "CERTIFICATE_NOT_TRUSTED",
  NAME_EXCLUDED: "CERTIFICATE_NOT_TRUSTED",
  NAME_NOT_PERMITTED: "CERTIFICATE_NOT_TRUSTED",
  NAME_CONSTRAINT_UNSUPPORTED: "CERTIFICATE_NOT_TRUSTED",
  SERIAL_NUMBER_NOT_POSITIVE: "CERTIFICATE_NOT_TRUSTED",
  POLICY_MAPPING_MALFORMED: "CERTIFICATE_NOT_TRUSTED",
  POLICY_REQUIRED: "CERTIFICATE_NOT_TRUSTED",
  POLICY_NOT_ACCEPTABLE: "CERTIFICATE_NOT_TRUSTED",
  TOO_MANY_CRLS: "CERTIFICATE_NOT_TRUSTED",
  REVOKED: "CERTIFICATE_NOT_TRUSTED",
  REVOCATION_STATUS_UNKNOWN: "CERTIFICATE_NOT_TRUSTED",
  TOO_MUCH_WORK: "CERTIFICATE_NOT_TRUSTED",
  PUBLISHER_CERTIFICATE_UNREGISTERED: "CERTIFICATE_NOT_TRUSTED",
  DEVICE_IS_A_CA: "NOT_A_DEVICE_CERTIFICATE",
  DEVICE_KEY_TYPE: "NOT_A_DEVICE_CERTIFICATE",
  DEVICE_KEY_USAGE: "NOT_A_DEVICE_CERTIFICATE",
  DEVICE_EXTENDED_KEY_USAGE: "NOT_A_DEVICE_CERTIFICATE",
  DEVICE_POLICY: "NOT_A_DEVICE_CERTIFICATE",
  DEVICE_NAMES: "NOT_A_DEVICE_CERTIFICATE",
  ASSET_UNKNOWN: "ASSET_NOT_RECOGNISED",
  ASSET_OF_OTHER_PUBLISHER: "ASSET_NOT_RECOGNISED",
  DEVICE_UNREGISTERED: "ASSET_NOT_RECOGNISED",
  DEVICE_OF_OTHER_ASSET: "ASSET_NOT_RECOGNISED",
  DEVICE_NAME_MISMATCH: "ASSET_NOT_RECOGNISED",
  SUN_MESSAGE_NOT_OF_THIS_TAG: "ASSET_NOT_RECOGNISED",
  PROOF_INVALID: "PROOF_NOT_ACCEPTED",
  CHALLENGE_UNKNOWN: "PROOF_NOT_ACCEPTED",
  CHALLENGE_EXPIRED: "PROOF_NOT_ACCEPTED",
  CHALLENGE_OF_OTHER_ASSET: "PROOF_NOT_ACCEPTED",
  COUNTER_NOT_ABOVE_LAST: "PROOF_NOT_ACCEPTED",
  PROOF_OF_UNBOUND_DEVICE: "PROOF_NOT_ACCEPTED",
};

/** Returns the checks in their public form. */
export function publicChecks(checks: readonly Check[]): Check[] {
  const unrecognised = checks.some(
    ({ check, outcome }) => RECOGNITION.includes(check) && outcome === "failed",
  );
  return checks.map((check) => {
    if (unrecognised && check.check === "asset_known") {
      return { check: "asset_known", outcome: "failed", reason: "ASSET_NOT_RECOGNISED" };
    }
    if (unrecognised && check.check === "device_binding")
      return { check: "device_binding", outcome: "skipped" };
    return check.reason === undefined ? check : { ...check, reason: publicReason(check.reason) };
  });
}

/** Returns the public form of a reason. */
export function publicReason(reason: CheckReason): PublicReason {
  return isPublic(reason) ? reason : PUBLIC_REASONS[reason];
}

function isPublic(reason: CheckReason): reason is PublicReason {
  return !Object.hasOwn(PUBLIC_REASONS, reason);
}
