import { type IdKind, uuidOf } from "../../domain/identifier/identifier.ts";
import {
  type Account,
  type AccountKind,
  accountUuid,
  type LedgerTransaction,
  type Leg,
} from "../../domain/ledger/ledger.ts";
import {
  anyLength,
  identifiers,
  numerics,
  optionalIdentifiers,
  smallints,
  texts,
  timestamps,
  uuids,
} from "../arrays.ts";
import type { Row, TransactionSession } from "../database.ts";
import { LedgerReader } from "./reader.ts";

/** The kind of owner for each kind of account. */
export const ownerKind: Record<AccountKind, IdKind> = {
  issuance: "publisher",
  wallet: "wallet",
  merchant: "merchant",
  clearing: "merchant",
  settled: "merchant",
};

/** A transaction with its legs. */
export interface Posting {
  readonly transaction: LedgerTransaction;
  readonly legs: readonly Leg[];
}

/** A wallet's account that is locked until the transaction ends. */
export interface LockedWallet {
  readonly balance: bigint;
  /** Thumbprint of the wallet's current key. */
  readonly keyThumbprint: string;
}

/** A leg in the form of the tables. */
interface LegRow {
  readonly assetType: string;
  readonly transaction: string;
  readonly leg: number;
  readonly debit: string;
  readonly credit: string;
  readonly creditKind: AccountKind;
  readonly amount: bigint;
  readonly createdAt: Date;
}

/** One account of a leg. The amount is negative for the debited account. */
type Side = Pick<LegRow, "assetType" | "amount"> & { readonly account: string };

const debitOf = ({ assetType, debit, amount }: LegRow): Side => ({
  assetType,
  account: debit,
  amount: -amount,
});

const creditOf = ({ assetType, credit, amount }: LegRow): Side => ({ assetType, account: credit, amount });

/** Spends from many wallets at once; exists inside a transaction only. */
export class SpendingWriter extends LedgerReader<TransactionSession> {
  /**
   * Locks wallet accounts and returns them by account UUID. Until the transaction ends, no other transaction changes their balances or
   * replaces the wallets' keys. Accounts that were never used are absent. The locks are always taken in one order, to avoid deadlocks.
   */
  async lockWallets(accounts: readonly Account[]): Promise<Map<string, LockedWallet>> {
    const distinct = [...new Map(accounts.map((account) => [accountUuid(account), account]))];
    const rows = await this.session.run<
      Row<"account", "account_id, balance"> & Row<"wallet", "key_thumbprint">
    >(
      {
        name: "ledger_lock_wallets",
        text: `select a.account_id, a.balance, w.key_thumbprint from account a
          join unnest(${anyLength("$1::uuid[]")}, $2::uuid[]) as x (asset_type_id, account_id) using (asset_type_id, account_id)
          join wallet w on w.wallet_id = a.owner_id
          where a.kind = 'wallet' order by a.account_id for no key update of a for key share of w`,
      },
      [identifiers("assetType", distinct, ([, a]) => a.assetTypeId), uuids(distinct.map(([uuid]) => uuid))],
    );
    return new Map(
      rows.map((row) => [
        row.account_id,
        { balance: BigInt(row.balance), keyThumbprint: row.key_thumbprint },
      ]),
    );
  }

  /**
   * Records transactions from wallets to merchants and moves the balances. The number of statements is fixed, and the commit waits for
   * them. The caller has locked the wallets and checked their balances. If a balance is too low anyway, the constraint
   * account_balance_not_negative fails the commit.
   */
  async spend(postings: readonly Posting[]): Promise<void> {
    if (postings.length === 0) return;
    this.open(postings.flatMap(({ legs }) => legs.map((leg) => leg.credit)));
    const rows = this.record(postings);
    this.session.send(
      {
        name: "ledger_append_many",
        text: `insert into account_delta (asset_type_id, account_id, kind, transaction_id, leg, amount)
          select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::smallint[], $6::numeric[])`,
      },
      [
        uuids(rows.map((row) => row.assetType)),
        uuids(rows.map((row) => row.credit)),
        texts(rows.map((row) => row.creditKind)),
        uuids(rows.map((row) => row.transaction)),
        smallints(rows.map((row) => row.leg)),
        numerics(rows.map((row) => row.amount)),
      ],
    );
    this.#move(rows.map(debitOf));
  }

  /**
   * Records transactions from wallet to wallet and moves the balances. The number of statements is fixed, and the commit waits for them.
   * The caller has opened and locked the accounts and checked their balances. If a balance is too low anyway, the constraint
   * account_balance_not_negative fails the commit.
   */
  handOver(postings: readonly Posting[]): void {
    const rows = this.record(postings);
    this.#move([...rows.map(debitOf), ...rows.map(creditOf)]);
  }

  /** Adds the amounts to the balances of the accounts. */
  #move(sides: readonly Side[]): void {
    this.session.send(
      {
        name: "ledger_move_many",
        text: `update account a set balance = a.balance + x.amount
          from (select asset_type_id, account_id, sum(amount) as amount
                from unnest(${anyLength("$1::uuid[]")}, $2::uuid[], $3::numeric[]) as y (asset_type_id, account_id, amount) group by 1, 2) x
          where a.asset_type_id = x.asset_type_id and a.account_id = x.account_id`,
      },
      [
        uuids(sides.map((side) => side.assetType)),
        uuids(sides.map((side) => side.account)),
        numerics(sides.map((side) => side.amount)),
      ],
    );
  }

  /** Creates the accounts that do not exist yet. */
  open(accounts: readonly Account[]): void {
    // Always in one order, so that two transactions do not deadlock on each other's new accounts.
    const distinct = [...new Map(accounts.map((account) => [accountUuid(account), account])).entries()].sort(
      ([a], [b]) => (a < b ? -1 : 1),
    );
    this.session.send(
      {
        name: "ledger_open",
        // Existing accounts are left out first: a conflict with a row that another transaction is changing would wait for that transaction.
        text: `insert into account (asset_type_id, account_id, kind, owner_id)
          select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) as x (asset_type_id, account_id, kind, owner_id)
          where not exists (
            select from account a where a.asset_type_id = x.asset_type_id and a.account_id = x.account_id)
          on conflict do nothing`,
      },
      [
        identifiers("assetType", distinct, ([, a]) => a.assetTypeId),
        uuids(distinct.map(([uuid]) => uuid)),
        texts(distinct.map(([, a]) => a.kind)),
        uuids(distinct.map(([, a]) => uuidOf(ownerKind[a.kind], a.ownerId))),
      ],
    );
  }

  /** Records transactions and their legs. @returns the legs */
  protected record(postings: readonly Posting[]): LegRow[] {
    const moved = postings.map(({ transaction }) => transaction);
    this.session.send(
      {
        name: "ledger_record",
        text: `insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, publisher_id, merchant_id, wallet_id,
            payment_id, refund_id, settlement_id, created_at)
          select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[],
            $9::uuid[], $10::uuid[], $11::timestamptz[])`,
      },
      [
        identifiers("assetType", moved, (t) => t.assetTypeId),
        identifiers("transaction", moved, (t) => t.transactionId),
        texts(moved.map((t) => t.kind)),
        numerics(moved.map((t) => t.amount)),
        optionalIdentifiers("publisher", moved, (t) => t.publisherId),
        optionalIdentifiers("merchant", moved, (t) => t.merchantId),
        optionalIdentifiers("wallet", moved, (t) => t.walletId),
        optionalIdentifiers("payment", moved, (t) => t.paymentId),
        optionalIdentifiers("refund", moved, (t) => t.refundId),
        optionalIdentifiers("settlement", moved, (t) => t.settlementId),
        timestamps(moved.map((t) => t.createdAt)),
      ],
    );
    const rows = postings.flatMap(rowsOf);
    this.session.send(
      {
        name: "ledger_record_legs",
        text: `insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
          select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::uuid[], $5::uuid[], $6::numeric[], $7::timestamptz[])`,
      },
      [
        uuids(rows.map((row) => row.assetType)),
        uuids(rows.map((row) => row.transaction)),
        smallints(rows.map((row) => row.leg)),
        uuids(rows.map((row) => row.debit)),
        uuids(rows.map((row) => row.credit)),
        numerics(rows.map((row) => row.amount)),
        timestamps(rows.map((row) => row.createdAt)),
      ],
    );
    return rows;
  }
}

function rowsOf({ transaction, legs }: Posting): LegRow[] {
  const own = {
    assetType: uuidOf("assetType", transaction.assetTypeId),
    transaction: uuidOf("transaction", transaction.transactionId),
    createdAt: transaction.createdAt,
  };
  return legs.map(({ debit, credit, amount }, leg) => ({
    ...own,
    leg,
    debit: accountUuid(debit),
    credit: accountUuid(credit),
    creditKind: credit.kind,
    amount,
  }));
}
