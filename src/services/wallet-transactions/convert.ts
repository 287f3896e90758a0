import { TransactionKind as ProtoKind } from "../../../gen/ts/pda/payment/v1/transaction.ts";
import { TransactionDirection, type WalletTransaction } from "../../../gen/ts/pda/wallet/v1/transaction.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { TransactionKind } from "../../domain/ledger/ledger.ts";
import type { WalletMovement } from "../../store/ledger/movements.ts";
import { wordOf } from "../contract/enum.ts";
import { timestamp } from "../contract/timestamp.ts";

/** The kinds of transactions that a wallet can be a party of. */
type WalletKind = Extract<TransactionKind, "issue" | "payment" | "refund" | "transfer">;

const kinds: Record<WalletKind, ProtoKind> = {
  issue: ProtoKind.TRANSACTION_KIND_ISSUE,
  payment: ProtoKind.TRANSACTION_KIND_PAYMENT,
  refund: ProtoKind.TRANSACTION_KIND_REFUND,
  transfer: ProtoKind.TRANSACTION_KIND_TRANSFER,
};

/** Converts the contract's kind to the domain's; undefined for a kind that no wallet is a party of. */
export const walletKindOf = wordOf(kinds);

/** Returns a transaction as its wallet sees it. Merchants and publishers are named; other wallets are named only in transfers. */
export function walletMovementToProto(
  { transaction, direction, amount, otherWalletId }: WalletMovement,
  assetType: AssetTypeFacts,
): WalletTransaction {
  const { kind, transactionId, merchantId, paymentId, refundId, publisherId, createdAt } = transaction;
  return {
    transactionId,
    kind: kinds[kind as WalletKind],
    direction:
      direction === "in"
        ? TransactionDirection.TRANSACTION_DIRECTION_IN
        : TransactionDirection.TRANSACTION_DIRECTION_OUT,
    amount: formatAmount(amount, assetType.decimals),
    assetType: assetType.code,
    merchantId,
    paymentId,
    refundId,
    publisherId,
    otherWalletId: kind === "transfer" ? otherWalletId : undefined,
    createTime: timestamp(createdAt),
  };
}
