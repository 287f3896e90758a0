import { type Account, accountOf } from "../../domain/ledger/ledger.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { Failure } from "../../rpc/failure.ts";
import type { ServiceDeps } from "../deps.ts";

/** What a deployment decides about refunds. */
export type RefundOptions = Pick<ServiceDeps, "refundsFromSettled">;

/** The accounts that a refund comes out of: first what the merchant has not been paid out yet, then what it has, then what is on its way. */
export function fundsOf({
  merchantId: ownerId,
  assetTypeId,
}: Pick<Payment, "merchantId" | "assetTypeId">): Record<"merchant" | "clearing" | "settled", Account> {
  return {
    merchant: accountOf("merchant", ownerId, assetTypeId),
    clearing: accountOf("clearing", ownerId, assetTypeId),
    settled: accountOf("settled", ownerId, assetTypeId),
  };
}

/** The account that a completed payment was paid from, and that its refunds go to. */
export function payerOf({ walletId, assetTypeId }: Payment): Account {
  if (!walletId) throw new Error("a payment that nobody has paid has no payer");
  return accountOf("wallet", walletId, assetTypeId);
}

/** The same for a transaction that there is not, one of another merchant and one that is no payment. */
export function unknownTransaction(): Failure {
  return Failure.ofField(
    "UNKNOWN_REFERENCE",
    "original_transaction",
    "UNKNOWN_TRANSACTION",
    "There is no payment that this transaction paid.",
  );
}
