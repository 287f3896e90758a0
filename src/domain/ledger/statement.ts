import type { AccountKind, TransactionKind } from "./ledger.ts";

/** Position of an entry in its account. Entries are ordered by time, transaction and leg. */
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
  /** ISO 11649 reference of the payment. */
  readonly paymentReference?: string;
  /** The merchant's own reference of the payment. */
  readonly orderReference?: string;
}

/** A period, [from, to). */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The ledger's data about an account and a period, all read at once. In minor units. */
export interface Reading {
  /** Sum of all entries before the period. */
  readonly opening: bigint;
  readonly credits: bigint;
  /** Zero or above. */
  readonly debits: bigint;
  readonly entryCount: bigint;
  /** Sum of the entries of the period before this page. */
  readonly beforePage: bigint;
  /** The entries of this page, oldest first. */
  readonly entries: readonly StatementEntry[];
  /** True when more entries follow this page. */
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
 * Returns the page of a statement from a reading.
 *
 * @throws Error when the entries do not add up, because such a statement must never be shown
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
    throw new Error(`the entries of a statement add up to ${balance}, but its totals to ${closing}`);
  return { ...reading, closing, pageOpening, pageClosing: balance, balances };
}
