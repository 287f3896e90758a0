import { uuidOf } from "../../domain/identifier/identifier.ts";
import {
  type Account,
  type AccountKind,
  accountUuid,
  type LedgerTransaction,
  type Leg,
} from "../../domain/ledger/ledger.ts";
import type { MerchantFunds } from "../../domain/refund/sources.ts";
import { Refused } from "../../domain/refused.ts";
import { anyLength, identifiers, uuids } from "../arrays.ts";
import type { Row } from "../database.ts";
import { SpendingWriter } from "./spending.ts";

/** Kinds of accounts whose amounts on this side are appended without a lock, because many transactions use the same account at once. */
const appended: { debit: readonly AccountKind[]; credit: readonly AccountKind[] } = {
  debit: ["issuance"],
  credit: ["merchant"],
};

type FundsKind = keyof MerchantFunds;
type FundsRow = Row<"account", "account_id, balance">;
/** The order in which the accounts are locked. */
const fundsKinds: readonly FundsKind[] = ["merchant", "settled", "clearing"];

/** A merchant and an asset type. */
interface MerchantPair {
  readonly merchantId: string;
  readonly assetTypeId: string;
}

/** Moves value; exists inside a transaction only. */
export class LedgerWriter extends SpendingWriter {
  /**
   * Records a transaction and its legs and moves the balances.
   *
   * @throws Refused INSUFFICIENT_FUNDS when an account would become negative
   */
  async post(transaction: LedgerTransaction, legs: readonly Leg[]): Promise<void> {
    this.open(legs.flatMap((leg) => [leg.debit, leg.credit]));
    this.record([{ transaction, legs }]);
    for (const [index, leg] of legs.entries()) {
      await this.#move(leg.debit, -leg.amount, transaction, index);
      await this.#move(leg.credit, leg.amount, transaction, index);
    }
  }

  /** Locks an account, folds its appended amounts in and returns the balance. */
  async lockedBalance(account: Account): Promise<bigint> {
    const key = [uuidOf("assetType", account.assetTypeId), accountUuid(account)];
    const [locked] = await this.session.run(
      {
        name: "ledger_lock",
        text: "select 1 from account where asset_type_id = $1 and account_id = $2 for no key update",
      },
      key,
    );
    if (!locked) return 0n;
    // A second statement, because its snapshot must be newer than the lock.
    const row = await this.session.one<{ readonly balance: string }>(
      {
        name: "ledger_fold",
        text: `with folded as (
            delete from account_delta where asset_type_id = $1 and account_id = $2 returning amount)
          update account set balance = balance + coalesce((select sum(amount) from folded), 0)
          where asset_type_id = $1 and account_id = $2 returning balance`,
      },
      key,
    );
    return BigInt(row.balance);
  }

  /**
   * Returns the balances of a merchant in one asset type and locks the accounts until the transaction ends. The locks are always taken in
   * one order, so that refunds and settlements do not deadlock.
   */
  async lockFunds({ merchantId: ownerId, assetTypeId }: MerchantPair): Promise<MerchantFunds> {
    const balances = await this.lockManyFunds([{ merchantId: ownerId, assetTypeId }]);
    const held = (kind: FundsKind): bigint => balances.get(accountUuid({ kind, ownerId, assetTypeId })) ?? 0n;
    return { merchant: held("merchant"), clearing: held("clearing"), settled: held("settled") };
  }

  /**
   * Works as `lockFunds` for many merchants and asset types, in one round trip.
   *
   * @returns balances in minor units, by account UUID
   */
  async lockManyFunds(pairs: readonly MerchantPair[]): Promise<Map<string, bigint>> {
    const ordered = [
      ...new Map(pairs.map((pair) => [`${pair.merchantId} ${pair.assetTypeId}`, pair])).entries(),
    ]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, { merchantId: ownerId, assetTypeId }]) =>
        fundsKinds.map((kind) => ({ kind, ownerId, assetTypeId })),
      );
    // Missing accounts are created first. A missing account cannot be locked, and another transaction could create and fill it meanwhile.
    this.open(ordered);
    const columns = (accounts: readonly Account[]) => [
      identifiers("assetType", accounts, ({ assetTypeId }) => assetTypeId),
      uuids(accounts.map(accountUuid)),
    ];
    const [locked, folded] = await Promise.all([
      this.session.run<FundsRow>(
        {
          name: "ledger_lock_funds",
          text: `select a.account_id, a.balance
            from unnest(${anyLength("$1::uuid[]")}, $2::uuid[]) with ordinality as x (asset_type_id, account_id, place)
            join account a using (asset_type_id, account_id) order by x.place for no key update of a`,
        },
        columns(ordered),
      ),
      // A second statement, because its snapshot must be newer than the locks. Amounts are appended only to `merchant` accounts.
      this.session.run<FundsRow>(
        {
          name: "ledger_fold_funds",
          text: `with folded as (
              delete from account_delta d using unnest(${anyLength("$1::uuid[]")}, $2::uuid[]) as x (asset_type_id, account_id)
              where d.asset_type_id = x.asset_type_id and d.account_id = x.account_id
              returning d.asset_type_id, d.account_id, d.amount),
            sums as (select asset_type_id, account_id, sum(amount) as amount from folded group by 1, 2)
            update account a set balance = a.balance + s.amount from sums s
            where a.asset_type_id = s.asset_type_id and a.account_id = s.account_id returning a.account_id, a.balance`,
        },
        columns(ordered.filter(({ kind }) => kind === "merchant")),
      ),
    ]);
    return new Map([...locked, ...folded].map((row) => [row.account_id, BigInt(row.balance)]));
  }

  async #move(account: Account, amount: bigint, transaction: LedgerTransaction, leg: number): Promise<void> {
    const key = [uuidOf("assetType", account.assetTypeId), accountUuid(account)];
    if (appended[amount < 0n ? "debit" : "credit"].includes(account.kind)) {
      await this.session.run(
        {
          name: "ledger_append",
          text: "insert into account_delta (asset_type_id, account_id, kind, transaction_id, leg, amount) values ($1, $2, $3, $4, $5, $6)",
        },
        [...key, account.kind, uuidOf("transaction", transaction.transactionId), leg, amount.toString()],
      );
      return;
    }
    if (amount < 0n && appended.credit.includes(account.kind)) await this.lockedBalance(account);
    // The constraint account_balance_not_negative decides. The condition in the statement only avoids a failed transaction.
    const rows = await this.session.run(
      {
        name: "ledger_move",
        text: `update account set balance = balance + $3
          where asset_type_id = $1 and account_id = $2 and balance + $3 >= 0 returning balance`,
      },
      [...key, amount.toString()],
    );
    if (rows.length === 0) throw new Refused("INSUFFICIENT_FUNDS", "The balance is too low.");
  }
}
