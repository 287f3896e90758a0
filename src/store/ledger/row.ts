import { idOf } from "../../domain/identifier/identifier.ts";
import type { LedgerTransaction } from "../../domain/ledger/ledger.ts";
import { type Row } from "../database.ts";

/** Columns of a transaction; the table has the alias `t`. */
export const transactionColumns = `t.asset_type_id, t.transaction_id, t.kind, t.amount, t.publisher_id, t.merchant_id, t.wallet_id, t.payment_id,
  t.refund_id, t.settlement_id, t.created_at`;

export type TransactionRow = Row<"ledger_transaction", typeof transactionColumns>;

/** Converts a row of `ledger_transaction`. */
export function transactionOf(row: TransactionRow): LedgerTransaction {
  return {
    transactionId: idOf("transaction", row.transaction_id),
    kind: row.kind,
    assetTypeId: idOf("assetType", row.asset_type_id),
    amount: BigInt(row.amount),
    createdAt: row.created_at,
    ...(row.publisher_id ? { publisherId: idOf("publisher", row.publisher_id) } : {}),
    ...(row.merchant_id ? { merchantId: idOf("merchant", row.merchant_id) } : {}),
    ...(row.wallet_id ? { walletId: idOf("wallet", row.wallet_id) } : {}),
    ...(row.payment_id ? { paymentId: idOf("payment", row.payment_id) } : {}),
    ...(row.refund_id ? { refundId: idOf("refund", row.refund_id) } : {}),
    ...(row.settlement_id ? { settlementId: idOf("settlement", row.settlement_id) } : {}),
  };
}
