/**
 * State of a settlement. `pending` → confirmed by inclusion → finalized (terminal); a reorganisation makes a confirmed one
 * `reverted`, from where it is sent again: → pending. It is never paid twice.
 */
export type SettlementStatus = "pending" | "confirmed" | "finalized" | "reverted";

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
  readonly amount: bigint;
  readonly status: SettlementStatus;
  /** The network's reference of the transfer; once it was prepared. */
  readonly blockchainReference?: string;
  readonly confirmationCount: number;
  readonly paymentIds: readonly string[];
  readonly createdAt: Date;
  readonly finalizedAt?: Date;
}

/** What a network says of a transfer. */
export type Observation =
  | { readonly state: "not_found" }
  | { readonly state: "pending" }
  | { readonly state: "included" | "finalized"; readonly confirmations: number };

/** The state after an observation. A finalized settlement stays so. */
export function afterObservation(status: SettlementStatus, observation: Observation): SettlementStatus {
  if (status === "finalized" || observation.state === "finalized") return "finalized";
  if (observation.state === "included") return "confirmed";
  if (status === "confirmed") return "reverted";
  return "pending";
}
