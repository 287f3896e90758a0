/**
 * State of a refund: `pending` → completed | failed, both terminal. A refund moves its amount in the transaction that records it, so
 * every one that there is now is completed.
 */
export type RefundStatus = "pending" | "completed" | "failed";

/** Money given back for a completed payment. */
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
  /** The settlement that nets it. */
  readonly settlementId?: string;
  /** Version of the asset type by whose policy it was judged; absent for refunds from before this was kept. */
  readonly policyVersion?: number;
  readonly createdAt: Date;
  readonly endedAt?: Date;
}
