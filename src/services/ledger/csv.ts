import { formatAmount } from "../../domain/amount/amount.ts";
import type { StatementPage } from "./read-statement.ts";

const columns = [
  "createTime",
  "transactionId",
  "kind",
  "assetType",
  "debit",
  "credit",
  "balance",
  "counterAccount",
  "paymentId",
  "refundId",
  "settlementId",
  "paymentReference",
  "orderReference",
] as const;

type Line = Readonly<Partial<Record<(typeof columns)[number], string>>>;

/**
 * Returns a page of a statement as CSV (RFC 4180, UTF-8, with a header line). The lines are the balance before the first entry, the
 * entries, and the balance after the last entry. Opening balance + credits − debits = closing balance.
 */
export function csvStatement({ statement, assetType, period, pageNumber }: StatementPage): string {
  const { code, decimals } = assetType;
  const amount = (minor: bigint): string => formatAmount(minor, decimals);
  const first = statement.entries[0]?.createdAt ?? period.from;
  const opening: Line = {
    createTime: (pageNumber === 1 ? period.from : first).toISOString(),
    kind: "opening",
    balance: amount(statement.pageOpening),
  };
  const closing: Line = {
    createTime: (statement.more
      ? (statement.entries.at(-1)?.createdAt ?? period.to)
      : period.to
    ).toISOString(),
    kind: "closing",
    balance: amount(statement.pageClosing),
  };
  const entries = statement.entries.map((entry, index): Line => {
    const { paymentId, refundId, settlementId, paymentReference, orderReference } = entry;
    return {
      createTime: entry.createdAt.toISOString(),
      transactionId: entry.transactionId,
      kind: entry.kind,
      ...(entry.amount < 0n ? { debit: amount(-entry.amount) } : { credit: amount(entry.amount) }),
      balance: amount(statement.balances[index] as bigint),
      counterAccount: entry.counterAccount,
      ...(paymentId ? { paymentId } : {}),
      ...(refundId ? { refundId } : {}),
      ...(settlementId ? { settlementId } : {}),
      ...(paymentReference ? { paymentReference } : {}),
      ...(orderReference ? { orderReference } : {}),
    };
  });
  const lines = [opening, ...entries, closing].map((line) => ({ ...line, assetType: code }));
  return [columns, ...lines.map((line: Line) => columns.map((column) => line[column] ?? ""))]
    .map((cells) => `${cells.map(cell).join(",")}\r\n`)
    .join("");
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
