import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Account, type AccountKind, accountUuid } from "../../domain/ledger/ledger.ts";
import type { EntryPosition, Period, Reading, StatementEntry } from "../../domain/ledger/statement.ts";
import { Repository, type Row } from "../database.ts";

/** Reads all figures and the entries of one page in one statement, so that they come from one snapshot. */
const statement = {
  name: "ledger_statement",
  text: `with kept as materialized (
      select closed_at, balance from account_checkpoint where account_id = $1 and closed_at <= $2 order by closed_at desc limit 1),
    figures as (
      select coalesce((select balance from kept), 0) + (
          select coalesce(sum(amount), 0) from ledger_entry
          where account_id = $1 and created_at >= coalesce((select closed_at from kept), '-infinity') and created_at < $2) as opening,
        coalesce(sum(amount) filter (where amount > 0), 0) as credits,
        coalesce(-sum(amount) filter (where amount < 0), 0) as debits,
        count(*) as entry_count,
        coalesce(sum(amount) filter (where (created_at, transaction_id, leg) <= ($4::timestamptz, $5::uuid, $6::smallint)), 0)
          as before_page
      from ledger_entry where account_id = $1 and created_at >= $2 and created_at < $3),
    entry as (
      select asset_type_id, created_at, transaction_id, leg, -amount as amount, credit_account_id as counter_account_id
        from ledger_transfer where debit_account_id = $1 and created_at >= greatest($2, $4) and created_at < $3
          and (created_at, transaction_id, leg) > ($4::timestamptz, $5::uuid, $6::smallint)
      union all
      select asset_type_id, created_at, transaction_id, leg, amount, debit_account_id
        from ledger_transfer where credit_account_id = $1 and created_at >= greatest($2, $4) and created_at < $3
          and (created_at, transaction_id, leg) > ($4::timestamptz, $5::uuid, $6::smallint)
      order by created_at, transaction_id, leg limit $7)
    select f.opening, f.credits, f.debits, f.entry_count, f.before_page, e.created_at, e.transaction_id, e.leg, e.amount, c.kind as counter_kind,
      t.kind, t.payment_id, t.refund_id, t.settlement_id, p.reference, p.order_reference
    from figures f
    left join entry e on true
    left join account c on c.asset_type_id = e.asset_type_id and c.account_id = e.counter_account_id
    left join ledger_transaction t
      on t.asset_type_id = e.asset_type_id and t.transaction_id = e.transaction_id and t.created_at = e.created_at
    left join payment p on p.merchant_id = t.merchant_id and p.payment_id = t.payment_id
    order by e.created_at, e.transaction_id, e.leg`,
};

const beforeAll = ["-infinity", "00000000-0000-0000-0000-000000000000", -1] as const;

/** Reads account statements. */
export class StatementReader extends Repository {
  /** Returns the business time before which the ledger is closed: no transaction with an earlier time can still be committed. */
  async closedBefore(): Promise<Date> {
    const row = await this.session.one<{ readonly closed: Date }>({
      name: "ledger_closed_before",
      text: "select ledger_closed_before() as closed",
    });
    return row.closed;
  }

  /** Reads the figures of an account for a closed period, and at most `size` entries after a position. */
  async read(
    account: Account,
    { from, to }: Period,
    page: { readonly size: number; readonly after?: EntryPosition },
  ): Promise<Reading> {
    const { after } = page;
    const position = after
      ? [after.createdAt, uuidOf("transaction", after.transactionId), after.leg]
      : beforeAll;
    const rows = await this.session.run<StatementRow>(statement, [
      accountUuid(account),
      from,
      to,
      ...position,
      page.size + 1,
    ]);
    const [figures] = rows;
    if (!figures) throw new Error("the account statement returned no figures");
    const entries = rows.flatMap((row) => (row.transaction_id === null ? [] : [entryOf(row)]));
    return {
      opening: BigInt(figures.opening),
      credits: BigInt(figures.credits),
      debits: BigInt(figures.debits),
      entryCount: BigInt(figures.entry_count),
      beforePage: BigInt(figures.before_page),
      entries: entries.slice(0, page.size),
      more: entries.length > page.size,
    };
  }
}

type StatementRow = Record<"opening" | "credits" | "debits" | "entry_count" | "before_page", string> &
  (EntryRow | { readonly transaction_id: null });
type EntryRow = Row<
  "ledger_transaction",
  "created_at, transaction_id, kind, payment_id, refund_id, settlement_id"
> &
  Row<"ledger_transfer", "leg, amount"> &
  Row<"payment", "reference, order_reference"> & { readonly counter_kind: AccountKind };

function entryOf(row: EntryRow): StatementEntry {
  return {
    createdAt: row.created_at,
    transactionId: idOf("transaction", row.transaction_id),
    leg: row.leg,
    kind: row.kind,
    amount: BigInt(row.amount),
    counterAccount: row.counter_kind,
    ...(row.payment_id ? { paymentId: idOf("payment", row.payment_id) } : {}),
    ...(row.refund_id ? { refundId: idOf("refund", row.refund_id) } : {}),
    ...(row.settlement_id ? { settlementId: idOf("settlement", row.settlement_id) } : {}),
    ...(row.reference ? { paymentReference: row.reference } : {}),
    ...(row.order_reference ? { orderReference: row.order_reference } : {}),
  };
}
