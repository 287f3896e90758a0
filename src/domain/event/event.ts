/**
 * Kinds of events. `payment.created` and the events of settlement accounts are recorded, but only shown when the deployment enables them.
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
  | "merchant.settlement_account_changed"
  | "webhook.disabled";

/** Types of events that the holder of a wallet gets. */
export const WALLET_EVENT_TYPES: readonly EventType[] = [
  "payment.completed",
  "payment.failed",
  "refund.completed",
  "webhook.disabled",
];

/** An event that does not yet have its position in the log. */
export interface NewEvent {
  readonly type: EventType;
  /** Identifier of the resource concerned. */
  readonly subject: string;
  /** The tenant whose log contains the event. */
  readonly tenant:
    | { readonly merchantId: string }
    | { readonly publisherId: string }
    | { readonly walletId: string };
  /** The wallet whose holder gets the merchant's event, too. */
  readonly walletId?: string | undefined;
  readonly occurredAt: Date;
  /** `pda.event.v1.EventData`, encoded: the state of the resource at that time. */
  readonly data: Uint8Array;
}

/** An event of the log. */
export interface StoredEvent extends Omit<NewEvent, "tenant" | "walletId"> {
  readonly eventId: string;
  readonly position: bigint;
}
