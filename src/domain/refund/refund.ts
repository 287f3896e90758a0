/**
 * State of a refund: `pending` → completed | failed, both terminal.
 * The transaction that records a refund also moves its amount, so every refund is now completed.
 */
export type RefundStatus = "pending" | "completed" | "failed";

/** A return of money from a completed payment to its payer. */
export interface Refund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly originalTransactionId: string;
  readonly amount: bigint;
  readonly reason: string;
  readonly status: RefundStatus;
  readonly transactionId?: string;
  /** The settlement that nets the refund. */
  readonly settlementId?: string;
  /** Version of the asset type whose policy was applied. Absent for refunds from before this field existed. */
  readonly policyVersion?: number;
  readonly createdAt: Date;
  readonly endedAt?: Date;
}
