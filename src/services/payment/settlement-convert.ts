import * as proto from "../../../gen/ts/pda/payment/v1/settlement.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import type { SettlementItem } from "../../domain/settlement/item.ts";
import type { Settlement, SettlementStatus } from "../../domain/settlement/settlement.ts";
import { wordOf } from "../contract/enum.ts";
import { timestamp } from "../contract/timestamp.ts";

const status: Record<SettlementStatus, proto.SettlementStatus> = {
  pending: proto.SettlementStatus.SETTLEMENT_STATUS_PENDING,
  confirmed: proto.SettlementStatus.SETTLEMENT_STATUS_CONFIRMED,
  finalized: proto.SettlementStatus.SETTLEMENT_STATUS_FINALIZED,
  reverted: proto.SettlementStatus.SETTLEMENT_STATUS_REVERTED,
};

/** Returns the domain word of a settlement status; undefined for the unspecified value. */
export const settlementStatusOf = wordOf(status);

export function settlementStatusToProto(value: SettlementStatus): proto.SettlementStatus {
  return status[value];
}

export function settlementToProto(settlement: Settlement, assetType: AssetType): proto.Settlement {
  return {
    settlementId: settlement.settlementId,
    merchantId: settlement.merchantId,
    settlementStatus: status[settlement.status],
    blockchainReference: settlement.blockchainReference,
    confirmationCount: settlement.confirmationCount,
    network: settlement.network,
    account: settlement.account,
    assetType: assetType.code,
    amount: formatAmount(settlement.amount, assetType.decimals),
    paymentIds: [...settlement.paymentIds],
    createTime: timestamp(settlement.createdAt),
    finalizeTime: settlement.finalizedAt && timestamp(settlement.finalizedAt),
    confirmationsRequired: settlement.confirmationsRequired,
    paymentCount: settlement.paymentCount,
    refundCount: settlement.refundCount,
    transactionId: settlement.transactionId,
    payoutTransactionId: settlement.payoutTransactionId,
  };
}

const kind: Record<SettlementItem["kind"], proto.SettlementItemKind> = {
  payment: proto.SettlementItemKind.SETTLEMENT_ITEM_KIND_PAYMENT,
  refund: proto.SettlementItemKind.SETTLEMENT_ITEM_KIND_REFUND,
};

export function settlementItemToProto(item: SettlementItem, assetType: AssetType): proto.SettlementItem {
  return {
    kind: kind[item.kind],
    paymentId: item.paymentId,
    refundId: item.refundId,
    transactionId: item.transactionId,
    amount: formatAmount(item.amount, assetType.decimals),
    completeTime: timestamp(item.completedAt),
  };
}
