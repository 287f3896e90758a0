/**
 * Kinds of events. `payment.created` and those of settlement accounts are recorded but shown only where a deployment enables them.
 */
export type EventType =
  | "payment.created"
  | "payment.completed"
  | "payment.failed"
  | "settlement.finalized"
  | "asset.revoked"
  | "refund.completed"
  | "ownership.transferred"
  | "merchant.settlement_account_requested"
  | "merchant.settlement_account_cancelled"
  | "merchant.settlement_account_changed";

/** Something that happened, before it has its position in the log. */
export interface NewEvent {
  readonly type: EventType;
  /** Identifier of the resource concerned. */
  readonly subject: string;
  /** Whose log it belongs to. */
  readonly tenant: { readonly merchantId: string } | { readonly publisherId: string };
  readonly occurredAt: Date;
  /** `pda.event.v1.EventData`, encoded: the resource as it was then. */
  readonly data: Uint8Array;
}

/** An event of the log. */
export interface StoredEvent extends Omit<NewEvent, "tenant"> {
  readonly eventId: string;
  readonly position: bigint;
}
