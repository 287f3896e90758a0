/** Every reason for which the domain refuses something. Mapped to the error catalogue, exhaustively, in src/rpc/refusal.ts. */
export type RefusalReason =
  | "AMOUNT_MALFORMED"
  | "AMOUNT_NOT_POSITIVE"
  | "AMOUNT_SCALE"
  | "AMOUNT_TOO_LARGE"
  | "PAYMENT_NOT_PENDING"
  | "PAYMENT_EXPIRED"
  | "PRESENTATION_USED"
  | "AMOUNT_ABOVE_TAP_LIMIT"
  | "EXPIRY_NOT_ALLOWED"
  | "TEXT_NOT_PRINTABLE"
  | "METADATA_KEY_RESERVED"
  | "SIMULATION_UNKNOWN"
  | "INSUFFICIENT_FUNDS"
  | "ORIGINAL_NOT_A_PAYMENT"
  | "REFUNDS_NOT_SUPPORTED"
  | "REFUND_WINDOW_CLOSED"
  | "ALREADY_REFUNDED"
  | "REFUND_EXCEEDS_PAID"
  | "MERCHANT_BALANCE_SHORT"
  | "LIFECYCLE_TRANSITION"
  | "PUBLISHER_NOT_ACTIVE"
  | "MERCHANT_NOT_ACTIVE"
  | "REFERENCE_NOT_PENDING"
  | "ASSET_ENDED"
  | "CLOCK_LIMIT"
  | "NAME_NOT_PRINTABLE"
  | "NETWORK_REPEATED"
  | "NETWORK_REMOVED"
  | "TEXT_NOT_STORABLE"
  | "ITEMS_MISSING"
  | "ITEMS_DIFFER"
  | "ITEMS_BEYOND_COUNT"
  | "ASSET_NOT_OWNED"
  | "ASSET_NOT_ACTIVE"
  | "ASSET_NOT_TRANSFERABLE"
  | "ASSET_OWNED"
  | "OWNERSHIP_MOVED_ON"
  | "RECIPIENT_IS_OWNER"
  | "TRANSFER_OPEN"
  | "TRANSFER_NOT_OPEN"
  | "CLAIM_NOT_ACCEPTED"
  | "TERMS_WITHOUT_TICKET"
  | "VALIDITY_EMPTY"
  | "ASSET_SUSPENDED"
  | "ASSET_REVOKED"
  | "ASSET_RETIRED"
  | "ALREADY_REDEEMED"
  | "NOT_YET_VALID"
  | "EXPIRED"
  | "WRONG_GATE";

/** The domain refuses: a rule does not permit it. Nothing was changed. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
