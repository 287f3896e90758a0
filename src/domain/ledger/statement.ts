import type { AccountKind, TransactionKind } from "./ledger.ts";

/** Place of an entry in its account: entries are in the order of time, transaction and leg. */
export interface EntryPosition {
  readonly createdAt: Date;
  readonly transactionId: string;
  readonly leg: number;
}

/** One entry of an account. */
export interface StatementEntry extends EntryPosition {
  readonly kind: TransactionKind;
  /** Minor units; below zero for a debit. */
  readonly amount: bigint;
  readonly counterAccount: AccountKind;
  readonly paymentId?: string;
  readonly refundId?: string;
  readonly settlementId?: string;
  /** ISO 11649, of the payment concerned. */
  readonly paymentReference?: string;
  /** The merchant's own, of the payment concerned. */
  readonly orderReference?: string;
}

/** A period, [from, to). */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** What the ledger says of an account and a period, all read at once. Minor units. */
export interface Reading {
  /** Sum of all entries before the period. */
  readonly opening: bigint;
  readonly credits: bigint;
  /** Not below zero. */
  readonly debits: bigint;
  readonly entryCount: bigint;
  /** Sum of the entries of the period that are before this page. */
  readonly beforePage: bigint;
  /** The entries of this page, oldest first. */
  readonly entries: readonly StatementEntry[];
  /** Whether others follow. */
  readonly more: boolean;
}

/** A page of a statement. Opening balance + entries = closing balance, of the period and of the page. */
export interface AccountStatement extends Reading {
  readonly closing: bigint;
  readonly pageOpening: bigint;
  readonly pageClosing: bigint;
  /** The balance after each entry. */
  readonly balances: readonly bigint[];
}

/**
 * The page of a statement that a reading amounts to.
 *
 * @throws Error when it does not sum: such a statement is never shown
 */
export function statementOf(reading: Reading): AccountStatement {
  const { opening, credits, debits, beforePage, entries, more } = reading;
  const closing = opening + credits - debits;
  const pageOpening = opening + beforePage;
  let balance = pageOpening;
  const balances = entries.map(({ amount }) => {
    balance += amount;
    return balance;
  });
  if (!more && balance !== closing)
    throw new Error(`the entries of a statement lead to ${balance} and its totals to ${closing}`);
  return { ...reading, closing, pageOpening, pageClosing: balance, balances };
}
