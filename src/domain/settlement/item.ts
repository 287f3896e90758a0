/** A payment or refund of a settlement: payments less refunds are its amount. */
export interface SettlementItem {
  readonly kind: "payment" | "refund";
  /** The payment, or the one that was refunded. */
  readonly paymentId: string;
  readonly refundId?: string;
  readonly transactionId: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  readonly completedAt: Date;
}
