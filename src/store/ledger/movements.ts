import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { LedgerTransaction } from "../../domain/ledger/ledger.ts";
import { Repository, type Statement } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { type TransactionRow, transactionColumns, transactionOf } from "./row.ts";

/** The effect of a transaction on one wallet. */
export interface WalletMovement {
  readonly transaction: LedgerTransaction;
  readonly direction: "in" | "out";
  /** Amount into or out of the wallet's own account, in minor units. */
  readonly amount: bigint;
  /** The other wallet of a transfer between two wallets. */
  readonly otherWalletId?: string;
}

/** Selects movements. */
export interface MovementFilter {
  readonly kind?: string;
  readonly assetTypeId?: string;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Format of a list position: time of creation and transaction identifier. */
export const movementPlace =
  /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(txn_[0-7][0-9a-hjkmnp-tv-z]{25})$/;

/** SQL for the effect of the legs `l` of transaction `t` on the wallet's account `a`. */
const effect = `
  select sum(case when l.credit_account_id = a.account_id then l.amount else -l.amount end) as net,
    (array_agg(other.owner_id) filter (where other.kind = 'wallet'))[1] as other_wallet_id
  from ledger_transfer l
  join account other on other.asset_type_id = l.asset_type_id
    and other.account_id = case when l.credit_account_id = a.account_id then l.debit_account_id else l.credit_account_id end
  where l.asset_type_id = t.asset_type_id and l.transaction_id = t.transaction_id and l.created_at = t.created_at
    and a.account_id in (l.debit_account_id, l.credit_account_id)`;

/** SQL for one page of the transactions of account `a` on one side, newest first, read from the index of that side. */
const side = (column: Column): string => `
  (select l.created_at, l.transaction_id from ledger_transfer l
   where l.${column} = a.account_id
     and l.created_at >= coalesce($4::timestamptz, '-infinity') and l.created_at < coalesce($5::timestamptz, 'infinity')
     and l.created_at <= coalesce($6::timestamptz, 'infinity')
     and ($6::timestamptz is null or (l.created_at, l.transaction_id) < ($6::timestamptz, $7::uuid))
     and ($3::text is null or exists (select 1 from ledger_transaction t where t.asset_type_id = l.asset_type_id
       and t.transaction_id = l.transaction_id and t.created_at = l.created_at and t.kind = $3))
   group by l.created_at, l.transaction_id order by l.created_at desc, l.transaction_id desc limit $8)`;

type Column = "debit_account_id" | "credit_account_id";

/** Reads a page of the movements of a wallet. */
const movements = (...columns: Column[]): Statement => ({
  name: `wallet_movements_${columns.join("_")}`,
  text: `select ${transactionColumns}, e.net, e.other_wallet_id
    from (
      select a.asset_type_id, a.account_id, m.created_at, m.transaction_id
      from account a
      cross join lateral (${columns.map(side).join(" union all ")}) m
      where a.owner_id = $1 and a.kind = 'wallet' and ($2::uuid is null or a.asset_type_id = $2)
      order by m.created_at desc, m.transaction_id desc limit $8) a
    join ledger_transaction t on t.asset_type_id = a.asset_type_id and t.transaction_id = a.transaction_id
      and t.created_at = a.created_at
    cross join lateral (${effect}) e
    order by t.created_at desc, t.transaction_id desc`,
});

/** The side of a wallet's accounts on which each kind of transaction appears; a transfer appears on both. */
const sides: Readonly<Record<string, readonly Column[]>> = {
  payment: ["debit_account_id"],
  issue: ["credit_account_id"],
  refund: ["credit_account_id"],
};
const bothSides: readonly Column[] = ["debit_account_id", "credit_account_id"];

/** Reads the movements of wallets. The result shows only effects on the wallet's own accounts. */
export class MovementReader extends Repository {
  /**
   * Lists the movements of a wallet, newest first.
   *
   * @returns undefined when `page.after` is not a valid list position
   */
  async list(
    walletId: string,
    { kind, assetTypeId, from, to }: MovementFilter,
    { size, after }: PageRequest,
  ): Promise<Page<WalletMovement> | undefined> {
    const [, createdAt, transactionId] = after === undefined ? [] : (movementPlace.exec(after) ?? []);
    // The text has the form of a time also for a day that its month does not have, which the database refuses.
    if (after !== undefined && (createdAt === undefined || new Date(createdAt).toJSON() !== createdAt))
      return undefined;
    const statement = movements(...((kind && sides[kind]) || bothSides));
    const rows = await this.session.run<MovementRow>(statement, [
      uuidOf("wallet", walletId),
      assetTypeId === undefined ? null : uuidOf("assetType", assetTypeId),
      kind ?? null,
      from ?? null,
      to ?? null,
      createdAt ?? null,
      transactionId === undefined ? null : uuidOf("transaction", transactionId),
      size + 1,
    ]);
    return toPage(
      rows.map(movementOf),
      size,
      ({ transaction: t }) => `${t.createdAt.toISOString()}~${t.transactionId}`,
    );
  }

  /** Returns a movement if the wallet is a party to it. */
  async get(walletId: string, transactionId: string): Promise<WalletMovement | undefined> {
    return this.findOne(
      {
        name: "wallet_movement",
        text: `select ${transactionColumns}, e.net, e.other_wallet_id from ledger_transaction t
          join account a on a.owner_id = $2 and a.kind = 'wallet' and a.asset_type_id = t.asset_type_id
          cross join lateral (${effect}) e
          where t.transaction_id = $1 and e.net is not null`,
      },
      [uuidOf("transaction", transactionId), uuidOf("wallet", walletId)],
      movementOf,
    );
  }
}

type MovementRow = TransactionRow & { readonly net: string; readonly other_wallet_id: string | null };

function movementOf(row: MovementRow): WalletMovement {
  const net = BigInt(row.net);
  const transaction = transactionOf(row);
  const other = row.other_wallet_id;
  return {
    transaction,
    direction: net < 0n ? "out" : "in",
    amount: net < 0n ? -net : net,
    ...(other ? { otherWalletId: idOf("wallet", other) } : {}),
  };
}
