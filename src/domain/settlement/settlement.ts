/**
 * State of a settlement. `pending` → confirmed by inclusion → finalized (terminal); a reorganisation makes a confirmed one
 * `reverted`, from where it is sent again: → pending. It is never paid twice.
 */
export type SettlementStatus = "pending" | "confirmed" | "finalized" | "reverted";

/** Payments that a settlement names itself, the oldest of them; all are listed as its items. */
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
  /** Payments less refunds: what is transferred, minor units. */
  readonly amount: bigint;
  readonly status: SettlementStatus;
  /** The network's reference of the transfer, once one was prepared: of the one that is included, else of the newest. */
  readonly blockchainReference?: string;
  readonly confirmationCount: number;
  /** Confirmations below which it is not final, whatever the network says. */
  readonly confirmationsRequired: number;
  /** At most `namedPaymentsMax`. */
  readonly paymentIds: readonly string[];
  readonly paymentCount: number;
  /** Refunds that are netted with the payments. */
  readonly refundCount: number;
  /** The ledger transaction that took the money from the merchant's balance. */
  readonly transactionId: string;
  /** The ledger transaction by which it became final; none when refunds had taken all of it before. */
  readonly payoutTransactionId?: string;
  readonly createdAt: Date;
  readonly finalizedAt?: Date;
}

/** What a network says of a transfer. */
export type Observation =
  | { readonly state: "not_found" }
  | { readonly state: "pending" }
  | { readonly state: "included" | "finalized"; readonly confirmations: number };

/**
 * The state after an observation. A finalized settlement stays so. What the network holds to be final is confirmed only, until it
 * has the confirmations that its amount asks for.
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
