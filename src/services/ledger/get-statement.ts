import type { LedgerServiceService } from "../../../gen/ts/pda/payment/v1/ledger_service.ts";
import type { StatementEntry as EntryMessage, Statement } from "../../../gen/ts/pda/payment/v1/statement.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { StatementEntry } from "../../domain/ledger/statement.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { timestamp } from "../contract/timestamp.ts";
import {
  accountKindToProto,
  directionToProto,
  transactionKindToProto,
} from "../payment/transaction-convert.ts";
import { readStatement, type StatementPage } from "./read-statement.ts";

/** Returns the opening balance, the entries and the closing balance of one merchant account over a closed period. */
export const getStatement: Handlers<typeof LedgerServiceService>["getStatement"] = async ({
  request,
  read,
}) => ({
  statement: statementToProto(await readStatement(read, request, "statement")),
});

function statementToProto(page: StatementPage): Statement {
  const { statement, assetType, period } = page;
  const amount = (minor: bigint): string => formatAmount(minor, assetType.decimals);
  return {
    accountId: page.accountId,
    merchantId: page.merchant.merchantId,
    account: accountKindToProto(page.kind),
    assetType: assetType.code,
    fromTime: timestamp(period.from),
    toTime: timestamp(period.to),
    openingBalance: amount(statement.opening),
    credits: amount(statement.credits),
    debits: amount(statement.debits),
    entryCount: statement.entryCount,
    closingBalance: amount(statement.closing),
    pageOpeningBalance: amount(statement.pageOpening),
    pageClosingBalance: amount(statement.pageClosing),
    items: statement.entries.map((entry, index) =>
      entryToProto(entry, statement.balances[index] as bigint, amount),
    ),
    nextPageToken: page.nextPageToken,
  };
}

function entryToProto(
  entry: StatementEntry,
  balance: bigint,
  amount: (minor: bigint) => string,
): EntryMessage {
  const debit = entry.amount < 0n;
  return {
    transactionId: entry.transactionId,
    kind: transactionKindToProto(entry.kind),
    createTime: timestamp(entry.createdAt),
    direction: directionToProto(debit ? "debit" : "credit"),
    amount: amount(debit ? -entry.amount : entry.amount),
    balance: amount(balance),
    counterAccount: accountKindToProto(entry.counterAccount),
    paymentId: entry.paymentId,
    refundId: entry.refundId,
    settlementId: entry.settlementId,
    paymentReference: entry.paymentReference,
    orderReference: entry.orderReference,
  };
}
