import { idOf } from "../../domain/identifier/identifier.ts";
import { namedPaymentsMax, type Settlement } from "../../domain/settlement/settlement.ts";
import { type Row } from "../database.ts";

/** Columns of a settlement; the table has the alias `s`. */
export const settlementColumns =
  `s.merchant_id, s.settlement_id, s.asset_type_id, s.network, s.network_asset, s.account, s.amount,
  s.status, s.reference, s.confirmation_count, s.confirmations_required, s.payment_count, s.refund_count, s.transaction_id,
  s.payout_transaction_id, s.created_at, s.finalized_at,
  array(select p.payment_id from payment p where p.merchant_id = s.merchant_id and p.settlement_id = s.settlement_id
        order by p.payment_id limit ${namedPaymentsMax}) as payment_ids` as const;

type SettlementRow = Row<"settlement", typeof settlementColumns> & {
  readonly payment_ids: readonly string[];
};

/** Converts a row with `settlementColumns` to a settlement. */
export function settlementOf(row: SettlementRow): Settlement {
  return {
    settlementId: idOf("settlement", row.settlement_id),
    merchantId: idOf("merchant", row.merchant_id),
    assetTypeId: idOf("assetType", row.asset_type_id),
    network: row.network,
    networkAsset: row.network_asset,
    account: row.account,
    amount: BigInt(row.amount),
    status: row.status,
    confirmationCount: row.confirmation_count,
    confirmationsRequired: row.confirmations_required,
    paymentIds: row.payment_ids.map((uuid) => idOf("payment", uuid)),
    paymentCount: row.payment_count,
    refundCount: row.refund_count,
    transactionId: idOf("transaction", row.transaction_id),
    createdAt: row.created_at,
    ...(row.reference ? { blockchainReference: row.reference } : {}),
    ...(row.payout_transaction_id
      ? { payoutTransactionId: idOf("transaction", row.payout_transaction_id) }
      : {}),
    ...(row.finalized_at ? { finalizedAt: row.finalized_at } : {}),
  };
}
