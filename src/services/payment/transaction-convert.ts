import * as ledgerProto from "../../../gen/ts/pda/payment/v1/ledger.ts";
import * as proto from "../../../gen/ts/pda/payment/v1/transaction.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import { type Entry, visibleEntries } from "../../domain/ledger/entry.ts";
import type { TransactionKind } from "../../domain/ledger/ledger.ts";
import type { Movement } from "../../store/ledger/transactions.ts";
import { wordOf } from "../contract/enum.ts";
import { timestamp } from "../contract/timestamp.ts";

const kinds: Record<TransactionKind, proto.TransactionKind> = {
  issue: proto.TransactionKind.TRANSACTION_KIND_ISSUE,
  payment: proto.TransactionKind.TRANSACTION_KIND_PAYMENT,
  refund: proto.TransactionKind.TRANSACTION_KIND_REFUND,
  settlement: proto.TransactionKind.TRANSACTION_KIND_SETTLEMENT,
  payout: proto.TransactionKind.TRANSACTION_KIND_PAYOUT,
  transfer: proto.TransactionKind.TRANSACTION_KIND_TRANSFER,
};

const accounts: Readonly<Record<string, ledgerProto.AccountKind>> = {
  issuance: ledgerProto.AccountKind.ACCOUNT_KIND_ISSUANCE,
  wallet: ledgerProto.AccountKind.ACCOUNT_KIND_WALLET,
  merchant: ledgerProto.AccountKind.ACCOUNT_KIND_MERCHANT,
  clearing: ledgerProto.AccountKind.ACCOUNT_KIND_CLEARING,
  settled: ledgerProto.AccountKind.ACCOUNT_KIND_SETTLED,
};

const directions: Record<Entry["direction"], ledgerProto.EntryDirection> = {
  credit: ledgerProto.EntryDirection.ENTRY_DIRECTION_CREDIT,
  debit: ledgerProto.EntryDirection.ENTRY_DIRECTION_DEBIT,
};

/** Converts the contract's kind to the domain's; undefined for unspecified. */
export const transactionKindOf = wordOf(kinds);

export function transactionKindToProto(kind: TransactionKind): proto.TransactionKind {
  return kinds[kind];
}

/** Converts an account's kind to the contract's. @throws Error for a kind that the contract does not have */
export function accountKindToProto(kind: string): ledgerProto.AccountKind {
  const found = accounts[kind];
  if (found === undefined) throw new Error(`the contract has no account kind ${kind}`);
  return found;
}

export function directionToProto(direction: Entry["direction"]): ledgerProto.EntryDirection {
  return directions[direction];
}

/** Returns a transaction as the contract shows it to a caller. */
export function movementToProto(
  { transaction, legs }: Movement,
  assetType: AssetTypeFacts,
  tenant: Tenant,
): proto.Transaction {
  return {
    transactionId: transaction.transactionId,
    kind: kinds[transaction.kind],
    status: proto.TransactionStatus.TRANSACTION_STATUS_COMPLETED,
    amount: formatAmount(transaction.amount, assetType.decimals),
    assetType: assetType.code,
    merchantId: transaction.merchantId,
    publisherId: transaction.publisherId,
    paymentId: transaction.paymentId,
    refundId: transaction.refundId,
    settlementId: transaction.settlementId,
    createTime: timestamp(transaction.createdAt),
    entries: visibleEntries(legs, tenant).map(({ account, direction, amount, counterAccount }) => ({
      account: accountKindToProto(account),
      direction: directions[direction],
      amount: formatAmount(amount, assetType.decimals),
      counterAccount: accountKindToProto(counterAccount),
    })),
  };
}
