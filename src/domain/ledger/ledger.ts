import { hash } from "node:crypto";

/**
 * Kinds of ledger accounts.
 * - `issuance`: a publisher's liability for issued value. Only this kind can be negative.
 * - `wallet`: the value that a holder can spend.
 * - `merchant`: money paid to a merchant that no settlement has taken yet.
 * - `clearing`: money in a payout to the merchant's own account on a network that is not yet final.
 * - `settled`: money whose payout is final.
 */
export type AccountKind = "issuance" | "wallet" | "merchant" | "clearing" | "settled";

/** One account: an owner's holding of one asset type. */
export interface Account {
  readonly kind: AccountKind;
  /** Publisher, wallet or merchant identifier. */
  readonly ownerId: string;
  readonly assetTypeId: string;
}

/** Returns an owner's account in an asset type. */
export const accountOf = (kind: AccountKind, ownerId: string, assetTypeId: string): Account => ({
  kind,
  ownerId,
  assetTypeId,
});

/** A merchant's accounts in an asset type. */
export type MerchantAccounts = Readonly<Record<"merchant" | "clearing" | "settled", Account>>;

/** Returns a merchant's accounts in an asset type. */
export function merchantAccounts({
  merchantId,
  assetTypeId,
}: {
  readonly merchantId: string;
  readonly assetTypeId: string;
}): MerchantAccounts {
  return {
    merchant: accountOf("merchant", merchantId, assetTypeId),
    clearing: accountOf("clearing", merchantId, assetTypeId),
    settled: accountOf("settled", merchantId, assetTypeId),
  };
}

/**
 * Kind of a transaction. A `settlement` takes money from the merchant's balance for a payout.
 * Its `payout` records that the payout has become final.
 */
export type TransactionKind = "issue" | "payment" | "refund" | "settlement" | "payout" | "transfer";

/** One leg: `amount` (minor units, above zero) moves from debit to credit. So each leg sums to zero by construction. */
export interface Leg {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: bigint;
}

/** A movement of value: one or more legs of one asset type, committed together. */
export interface LedgerTransaction {
  readonly transactionId: string;
  readonly kind: TransactionKind;
  readonly assetTypeId: string;
  readonly amount: bigint;
  readonly merchantId?: string;
  readonly walletId?: string;
  readonly publisherId?: string;
  readonly paymentId?: string;
  readonly refundId?: string;
  readonly settlementId?: string;
  readonly createdAt: Date;
}

/** Derives the UUID of an account from its content (UUIDv8, RFC 9562 §5.8), so that moving value needs no look-up. */
export function accountUuid(account: Account): string {
  const name = `${account.assetTypeId}|${account.kind}|${account.ownerId}`;
  const hex = hash("sha256", name, "hex");
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
