/**
 * State of a settlement. `pending` → confirmed, by inclusion → finalized, which is terminal.
 * A reorganisation changes a confirmed settlement to `reverted`. A reverted settlement is sent again (→ pending), but never paid twice.
 */
export type SettlementStatus = "pending" | "confirmed" | "finalized" | "reverted";

/** Maximum number of payments in `paymentIds`: the oldest. The items of the settlement list all of them. */
export const namedPaymentsMax = 100;

/** A payout to a merchant's account on a network. */
export interface Settlement {
  readonly settlementId: string;
  readonly merchantId: string;
  readonly assetTypeId: string;
  /** CAIP-2. */
  readonly network: string;
  /** CAIP-19. */
  readonly networkAsset: string;
  /** CAIP-10. */
  readonly account: string;
  /** Payments minus refunds: the amount of the transfer, in minor units. */
  readonly amount: bigint;
  readonly status: SettlementStatus;
  /** The network's reference of the transfer: of the included transfer, otherwise of the newest. Absent until a transfer is prepared. */
  readonly blockchainReference?: string;
  readonly confirmationCount: number;
  /** Minimum number of confirmations for finality, even if the network reports finality earlier. */
  readonly confirmationsRequired: number;
  /** At most `namedPaymentsMax`. */
  readonly paymentIds: readonly string[];
  readonly paymentCount: number;
  /** Number of refunds that are netted with the payments. */
  readonly refundCount: number;
  /** The ledger transaction that took the money from the merchant's balance. */
  readonly transactionId: string;
  /** The ledger transaction that recorded finality. Absent when refunds had taken all the money before. */
  readonly payoutTransactionId?: string;
  readonly createdAt: Date;
  readonly finalizedAt?: Date;
}

/** A network's report about a transfer. */
export type Observation =
  | { readonly state: "not_found" }
  | { readonly state: "pending" }
  | { readonly state: "included" | "finalized"; readonly confirmations: number };

/**
 * Returns the state after an observation. A finalized settlement stays finalized.
 * When the network reports finality, the settlement stays confirmed until it has the required confirmations.
 */
export function afterObservation(
  status: SettlementStatus,
  observation: Observation,
  confirmationsRequired: number,
): SettlementStatus {
  if (status === "finalized") return "finalized";
  if (observation.state === "finalized" && observation.confirmations >= confirmationsRequired)
    return "finalized";
  if (observation.state === "included" || observation.state === "finalized") return "confirmed";
  if (status === "confirmed") return "reverted";
  return "pending";
}
