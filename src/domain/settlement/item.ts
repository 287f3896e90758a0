/** A payment or refund of a settlement. The settlement's amount is payments minus refunds. */
export interface SettlementItem {
  readonly kind: "payment" | "refund";
  /** The payment, or the refunded payment. */
  readonly paymentId: string;
  readonly refundId?: string;
  readonly transactionId: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly completedAt: Date;
}
