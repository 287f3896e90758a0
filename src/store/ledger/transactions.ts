import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { accountKindsOf, type Party } from "../../domain/ledger/entry.ts";
import type {
  Account,
  AccountKind,
  LedgerTransaction,
  Leg,
  TransactionKind,
} from "../../domain/ledger/ledger.ts";
import { anyLength, identifiers, texts, timestamps } from "../arrays.ts";
import { type CreatedRange, restrictCreated } from "../created.ts";
import { Repository, type Row, type Statement, sql } from "../database.ts";
import { type TransactionRow, transactionColumns, transactionOf } from "./row.ts";
import { ownerKind } from "./spending.ts";

/** Selects transactions. A transaction must match every given member. */
export interface TransactionFilter {
  readonly kind?: TransactionKind;
  readonly assetTypeId?: string;
  readonly paymentId?: string;
  readonly refundId?: string;
  readonly settlementId?: string;
  readonly created?: CreatedRange;
}

/** Position of a transaction in a list. */
export interface TransactionPosition {
  readonly createdAt: Date;
  readonly transactionId: string;
}

/** A transaction with its legs. */
export interface Movement {
  readonly transaction: LedgerTransaction;
  readonly legs: readonly Leg[];
}

/** A page of transactions. `next` is the position of the last transaction; absent on the last page. */
export interface MovementPage {
  readonly items: readonly Movement[];
  readonly next?: TransactionPosition;
}

/** The side of an owner's own accounts on which each kind of transaction appears. Other kinds never appear on these accounts. */
const sides: Record<Exclude<Party["kind"], "all">, Readonly<Record<string, "credit" | "debit">>> = {
  merchant: { payment: "credit", refund: "debit", settlement: "debit", payout: "debit" },
  publisher: { issue: "debit" },
};

/** Conditions on parameters $1 to $9, which every list shares. $10 is the limit. */
const matches = (t: string): string => `($1::text is null or ${t}.kind = $1)
  and ($2::uuid is null or ${t}.asset_type_id = $2)
  and ($3::uuid is null or ${t}.payment_id = $3)
  and ($4::uuid is null or ${t}.refund_id = $4)
  and ($5::uuid is null or ${t}.settlement_id = $5)`;
const within = (
  l: string,
): string => `${l}.created_at >= $6 and ${l}.created_at < $7 and ${l}.created_at <= $8
  and (${l}.created_at, ${l}.transaction_id) < ($8::timestamptz, $9::uuid)`;

/** SQL for the transactions on one side of an owner's accounts, newest first, read from the index of that side. */
const onSide = (side: "credit" | "debit"): string => `
  select x.created_at, x.transaction_id, x.asset_type_id from own cross join lateral (
    select distinct l.created_at, l.transaction_id, l.asset_type_id from ledger_transfer l
    join ledger_transaction t using (asset_type_id, transaction_id, created_at)
    where l.${side}_account_id = own.account_id and ${within("l")} and ${matches("t")}
    order by l.created_at desc, l.transaction_id desc limit $10) x`;

const ofOwner = (...of: readonly ("credit" | "debit")[]): Statement => ({
  name: `ledger_transactions_${of.join("_")}`,
  text: `with own as (
      select account_id from account
      where owner_id = $11 and kind = any($12::text[]) and ($2::uuid is null or asset_type_id = $2)),
    found as (${of.map(onSide).join(" union ")})
    select ${transactionColumns} from found join ledger_transaction t using (asset_type_id, transaction_id, created_at)
    order by t.created_at desc, t.transaction_id desc limit $10`,
});

/** Lists the few transactions of a payment, a refund or a settlement. */
const ofItem: Statement = {
  name: "ledger_transactions_of_item",
  text: `with candidate as (
      select transaction_id from payment where payment_id = $3
      union
      select r.transaction_id from payment p join refund r on r.merchant_id = p.merchant_id and r.payment_id = p.payment_id
        where p.payment_id = $3
      union
      select transaction_id from refund where refund_id = $4
      union
      select transaction_id from ledger_transaction where settlement_id = $5)
    select ${transactionColumns} from candidate join ledger_transaction t using (transaction_id)
    where ${within("t")} and ${matches("t")}
      and ($11::uuid is null or t.merchant_id = $11) and ($12::uuid is null or t.publisher_id = $12)
    order by t.created_at desc, t.transaction_id desc limit $10`,
};

const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Finds transactions. */
export class TransactionReader extends Repository {
  /** Lists the transactions of a party, newest first. */
  async list(
    party: Party,
    filter: TransactionFilter,
    page: { readonly size: number; readonly after?: TransactionPosition },
  ): Promise<MovementPage> {
    const found = await this.#find(party, filter, page);
    const transactions = found.slice(0, page.size);
    const legs = await this.legs(transactions);
    const items = transactions.map((transaction) => ({
      transaction,
      legs: legs.get(transaction.transactionId) ?? [],
    }));
    const end = transactions.at(-1);
    return found.length > page.size && end ? { items, next: end } : { items };
  }

  /** Returns the legs of transactions by transaction identifier. The legs of a transaction are in order. */
  async legs(transactions: readonly LedgerTransaction[]): Promise<Map<string, Leg[]>> {
    if (transactions.length === 0) return new Map();
    const rows = await this.session.run<LegRow>(
      {
        name: "ledger_legs",
        text: `select l.transaction_id, l.asset_type_id, l.amount,
            d.kind as debit_kind, d.owner_id as debit_owner, c.kind as credit_kind, c.owner_id as credit_owner
          from unnest(${anyLength("$1::uuid[]")}, $2::uuid[], $3::timestamptz[]) as x (asset_type_id, transaction_id, created_at)
          join ledger_transfer l using (asset_type_id, transaction_id, created_at)
          join account d on d.asset_type_id = l.asset_type_id and d.account_id = l.debit_account_id
          join account c on c.asset_type_id = l.asset_type_id and c.account_id = l.credit_account_id
          order by l.transaction_id, l.leg`,
      },
      [
        identifiers("assetType", transactions, (t) => t.assetTypeId),
        identifiers("transaction", transactions, (t) => t.transactionId),
        timestamps(transactions.map((t) => t.createdAt)),
      ],
    );
    const legs = new Map<string, Leg[]>();
    for (const row of rows) {
      const id = idOf("transaction", row.transaction_id);
      legs.set(id, [...(legs.get(id) ?? []), legOf(row)]);
    }
    return legs;
  }

  async #find(
    party: Party,
    filter: TransactionFilter,
    { size, after }: { readonly size: number; readonly after?: TransactionPosition },
  ): Promise<LedgerTransaction[]> {
    const { kind, assetTypeId, paymentId, refundId, settlementId, created } = filter;
    const common = [
      kind ?? null,
      assetTypeId ? uuidOf("assetType", assetTypeId) : null,
      paymentId ? uuidOf("payment", paymentId) : null,
      refundId ? uuidOf("refund", refundId) : null,
      settlementId ? uuidOf("settlement", settlementId) : null,
      created?.from ?? "-infinity",
      created?.to ?? "infinity",
      after?.createdAt ?? "infinity",
      after ? uuidOf("transaction", after.transactionId) : last,
      size + 1,
    ];
    if (paymentId ?? refundId ?? settlementId) {
      const merchant = party.kind === "merchant" ? uuidOf("merchant", party.merchantId) : null;
      const publisher = party.kind === "publisher" ? uuidOf("publisher", party.publisherId) : null;
      return this.#run(ofItem, [...common, merchant, publisher]);
    }
    if (party.kind === "all") return this.#inOrder(undefined, filter, { size, ...(after ? { after } : {}) });
    const side = kind && sides[party.kind][kind];
    if (kind && !side) return [];
    // The side of a merchant's accounts that has few refunds may have many settlements.
    if (side === "debit" && party.kind === "merchant")
      return this.#inOrder(party.merchantId, filter, { size, ...(after ? { after } : {}) });
    const owner =
      party.kind === "merchant"
        ? uuidOf("merchant", party.merchantId)
        : uuidOf("publisher", party.publisherId);
    const statement = side ? ofOwner(side) : ofOwner("credit", "debit");
    return this.#run(statement, [...common, owner, texts(accountKindsOf[party.kind])]);
  }

  /** Finds the transactions of a merchant, or of all owners, in the order of their identifiers, which is the order of time as well. */
  async #inOrder(
    merchantId: string | undefined,
    { kind, assetTypeId, created }: TransactionFilter,
    { size, after }: { readonly size: number; readonly after?: TransactionPosition },
  ): Promise<LedgerTransaction[]> {
    const query = sql("ledger_transaction as t").select(sql.raw(transactionColumns));
    if (assetTypeId) query.where("asset_type_id", uuidOf("assetType", assetTypeId));
    if (merchantId) query.where("merchant_id", uuidOf("merchant", merchantId));
    if (kind) query.where("kind", kind);
    // The indexes by kind leave out payments.
    if (kind && kind !== "payment") query.whereNot("kind", sql.raw("'payment'"));
    if (after) query.where("transaction_id", "<", uuidOf("transaction", after.transactionId));
    restrictCreated(query, "transaction_id", created);
    query.orderBy("transaction_id", "desc").limit(size + 1);
    return (await this.session.query<TransactionRow>(query)).map(transactionOf);
  }

  async #run(statement: Statement, values: readonly unknown[]): Promise<LedgerTransaction[]> {
    return (await this.session.run<TransactionRow>(statement, values)).map(transactionOf);
  }
}

type LegRow = Row<"ledger_transfer", "transaction_id, asset_type_id, amount"> & {
  readonly debit_kind: AccountKind;
  readonly debit_owner: string;
  readonly credit_kind: AccountKind;
  readonly credit_owner: string;
};

function legOf(row: LegRow): Leg {
  const assetTypeId = idOf("assetType", row.asset_type_id);
  const account = (kind: AccountKind, owner: string): Account => ({
    kind,
    ownerId: idOf(ownerKind[kind], owner),
    assetTypeId,
  });
  return {
    debit: account(row.debit_kind, row.debit_owner),
    credit: account(row.credit_kind, row.credit_owner),
    amount: BigInt(row.amount),
  };
}
