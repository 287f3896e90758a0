// The catalogue entry of each refusal by the domain or the store. The compiler requires every reason.
import type { ErrorName } from "../../gen/errors/catalogue.ts";
import { type RefusalReason, Refused } from "../domain/refused.ts";
import { isUnavailable, Taken } from "../store/constraints.ts";
import { Crowded } from "../store/turns.ts";
import { Failure } from "./failure.ts";
import { overloaded } from "./overload.ts";

const entries: Record<RefusalReason, ErrorName> = {
  AMOUNT_MALFORMED: "INVALID_ARGUMENT",
  AMOUNT_NOT_POSITIVE: "INVALID_ARGUMENT",
  AMOUNT_SCALE: "AMOUNT_NOT_ALLOWED",
  AMOUNT_TOO_LARGE: "AMOUNT_NOT_ALLOWED",
  PAYMENT_NOT_PENDING: "STATE_CONFLICT",
  PAYMENT_EXPIRED: "STATE_CONFLICT",
  PRESENTATION_USED: "STATE_CONFLICT",
  AMOUNT_ABOVE_TAP_LIMIT: "AMOUNT_NOT_ALLOWED",
  EXPIRY_NOT_ALLOWED: "INVALID_ARGUMENT",
  TEXT_NOT_PRINTABLE: "INVALID_ARGUMENT",
  METADATA_KEY_RESERVED: "INVALID_ARGUMENT",
  SIMULATION_UNKNOWN: "INVALID_ARGUMENT",
  INSUFFICIENT_FUNDS: "INSUFFICIENT_FUNDS",
  ORIGINAL_NOT_A_PAYMENT: "REFUND_REFUSED",
  REFUNDS_NOT_SUPPORTED: "REFUND_REFUSED",
  REFUND_WINDOW_CLOSED: "REFUND_REFUSED",
  ALREADY_REFUNDED: "REFUND_REFUSED",
  REFUND_EXCEEDS_PAID: "REFUND_REFUSED",
  MERCHANT_BALANCE_SHORT: "REFUND_REFUSED",
  LIFECYCLE_TRANSITION: "STATE_CONFLICT",
  PUBLISHER_NOT_ACTIVE: "STATE_CONFLICT",
  MERCHANT_NOT_ACTIVE: "STATE_CONFLICT",
  TERMINAL_REMOVED: "STATE_CONFLICT",
  CHANGE_PENDING: "STATE_CONFLICT",
  CHANGE_EFFECTIVE: "STATE_CONFLICT",
  ACCOUNT_UNCHANGED: "STATE_CONFLICT",
  REFERENCE_NOT_PENDING: "STATE_CONFLICT",
  ASSET_ENDED: "STATE_CONFLICT",
  CLOCK_LIMIT: "STATE_CONFLICT",
  NAME_NOT_PRINTABLE: "INVALID_ARGUMENT",
  NETWORK_REPEATED: "INVALID_ARGUMENT",
  NETWORK_REMOVED: "STATE_CONFLICT",
  TEXT_NOT_STORABLE: "INVALID_ARGUMENT",
  ITEMS_MISSING: "STATE_CONFLICT",
  ITEMS_DIFFER: "STATE_CONFLICT",
  ITEMS_BEYOND_COUNT: "INVALID_ARGUMENT",
  ASSET_NOT_OWNED: "UNKNOWN_REFERENCE",
  ASSET_NOT_ACTIVE: "STATE_CONFLICT",
  ASSET_NOT_TRANSFERABLE: "STATE_CONFLICT",
  ASSET_OWNED: "STATE_CONFLICT",
  OWNERSHIP_MOVED_ON: "STATE_CONFLICT",
  RECIPIENT_IS_OWNER: "INVALID_ARGUMENT",
  TRANSFER_OPEN: "STATE_CONFLICT",
  TRANSFER_NOT_OPEN: "STATE_CONFLICT",
  CLAIM_NOT_ACCEPTED: "UNKNOWN_REFERENCE",
  TERMS_WITHOUT_TICKET: "INVALID_ARGUMENT",
  VALIDITY_EMPTY: "INVALID_ARGUMENT",
  ASSET_SUSPENDED: "STATE_CONFLICT",
  ASSET_REVOKED: "STATE_CONFLICT",
  ASSET_RETIRED: "STATE_CONFLICT",
  ALREADY_REDEEMED: "STATE_CONFLICT",
  NOT_YET_VALID: "STATE_CONFLICT",
  EXPIRED: "STATE_CONFLICT",
  WRONG_GATE: "STATE_CONFLICT",
  OFFER_KEY_RETIRED: "STATE_CONFLICT",
  KEY_RETIRED: "SIGNATURE_REFUSED",
  KEY_UNCHANGED: "INVALID_ARGUMENT",
  KEY_IS_RECOVERY_KEY: "INVALID_ARGUMENT",
  KEY_WAS_HOLDER_KEY: "INVALID_ARGUMENT",
  KEYS_EXHAUSTED: "STATE_CONFLICT",
  NONCE_USED: "STATE_CONFLICT",
  RECEIVER_IS_SENDER: "INVALID_ARGUMENT",
  RECOVERY_KEY_MISSING: "STATE_CONFLICT",
  RECOVERY_LIMIT: "STATE_CONFLICT",
  RECOVERY_NOT_PENDING: "STATE_CONFLICT",
  RECOVERY_TOO_EARLY: "STATE_CONFLICT",
};

/**
 * Converts an error to a failure.
 *
 * @returns INTERNAL for every unexpected error, with the error as its cause
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Refused)
    return new Failure(entries[error.reason], { message: error.message, reason: error.reason });
  if (error instanceof Taken)
    return Failure.ofField("ALREADY_EXISTS", error.what, "TAKEN", "It is taken already.");
  if (error instanceof Crowded) return overloaded();
  if (isUnavailable(error)) return new Failure("UNAVAILABLE", { retryAfterSeconds: 1, cause: error });
  return new Failure("INTERNAL", { cause: error });
}

/** Runs a domain rule about one request field, so that a refusal names the field. */
export function aboutField<T>(field: string, rule: () => T): T {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw Failure.ofField(entries[error.reason], field, error.reason, error.message);
  }
}
