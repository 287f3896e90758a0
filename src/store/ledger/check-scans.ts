// The checks of the ledger. Each scan reads a table in the order of a key, a limited number of rows at a time.
import type { IdKind } from "../../domain/identifier/identifier.ts";

/** A pass through a table. */
export interface Scan {
  /** The kind of identifier in the last element of the key. */
  readonly subject: IdKind;
  /** Statement that examines the next `$2` rows after the key `$1`. It returns `last`, `examined`, `subjects` and `problems`. */
  readonly text: string;
}

/** A rule that must always hold. */
export interface LedgerCheck {
  /** Name in tables, logs and metrics. */
  readonly name: string;
  /** The rule in one sentence. */
  readonly title: string;
  readonly scans: readonly Scan[];
}

interface ScanParts {
  readonly subject: IdKind;
  /** Columns of the key, in the order of an existing index. */
  readonly key: readonly string[];
  /** Other columns that the check needs. */
  readonly columns: readonly string[];
  readonly from: string;
  readonly where?: string;
  /** Joins that the check of a row needs; the row has the alias `c`. */
  readonly with?: string;
  /** SQL expression for the problem of the row `c`; null when the row is correct. */
  readonly problem: string;
}

function scan({ subject, key, columns, from, where = "true", with: joins = "", problem }: ScanParts): Scan {
  const keys = key.join(", ");
  const after = key.map((_column, index) => `($1::uuid[])[${index + 1}]`).join(", ");
  return {
    subject,
    // `with ties` keeps the rows of one key in one chunk.
    text: `with c as materialized (
        select array[${keys}]::uuid[] as key, ${[...key, ...columns].map((column) => `x.${column}`).join(", ")} from (
          select ${[...key, ...columns].join(", ")} from ${from}
          where (${keys}) > (${after}) and ${where} order by ${keys} fetch first ($2) rows with ties) x),
      judged as (select c.key, ${problem} as problem from c ${joins})
      select (select key from c order by key desc limit 1) as last, (select count(*) from c) as examined,
        coalesce((select array_agg(key[${key.length}]::text) from judged where problem is not null), '{}') as subjects,
        coalesce((select array_agg(problem) from judged where problem is not null), '{}') as problems`,
  };
}

/** Returns SQL for the balance of the account with alias `a`, including amounts that are not folded in yet. */
const whole = (a: string): string => `${a}.balance + coalesce((select sum(d.amount) from account_delta d
  where d.asset_type_id = ${a}.asset_type_id and d.account_id = ${a}.account_id), 0)`;

const accounts = {
  subject: "account",
  key: ["asset_type_id", "account_id"],
  columns: ["kind", "owner_id", "balance"],
  from: "account",
} as const;

/** Joins the transaction that the row `c` names. */
const itsTransaction = "left join ledger_transaction t on t.transaction_id = c.transaction_id";

const payments = {
  subject: "payment",
  key: ["payment_id"],
  columns: [
    "merchant_id",
    "wallet_id",
    "asset_type_id",
    "amount",
    "refunded_amount",
    "status",
    "transaction_id",
  ],
  from: "payment",
} as const;

/** All checks of the ledger. */
export const checks: readonly LedgerCheck[] = [
  {
    name: "debits-equal-credits",
    title: "The balances of all accounts of an asset type sum to zero",
    scans: [
      scan({
        subject: "assetType",
        key: ["asset_type_id"],
        columns: [],
        from: "asset_type",
        with: `cross join lateral (
          select coalesce((select sum(balance) from account a where a.asset_type_id = c.asset_type_id), 0)
            + coalesce((select sum(amount) from account_delta d where d.asset_type_id = c.asset_type_id), 0) as total) x`,
        problem: "case when x.total <> 0 then format('its balances sum to %s', x.total) end",
      }),
    ],
  },
  {
    name: "balances",
    title: "The balance of an account is the sum of its entries",
    scans: [
      scan({
        ...accounts,
        with: `cross join lateral (select ${whole("c")} as balance,
          coalesce((select sum(e.amount) from ledger_entry e where e.account_id = c.account_id), 0) as entries) x`,
        problem: `case when x.balance <> x.entries
          then format('(%s) has a balance of %s, its entries sum to %s', c.kind, x.balance, x.entries) end`,
      }),
    ],
  },
  {
    name: "checkpoints",
    title: "Two consecutive kept balances of an account differ by the sum of the entries between them",
    scans: [
      scan({
        subject: "account",
        key: ["account_id"],
        columns: ["closed_at", "balance"],
        from: "account_checkpoint",
        with: `left join lateral (select k.closed_at, k.balance from account_checkpoint k
            where k.account_id = c.account_id and k.closed_at < c.closed_at order by k.closed_at desc limit 1) before on true
          cross join lateral (select coalesce(sum(e.amount), 0) as entries from ledger_entry e where e.account_id = c.account_id
            and e.created_at >= coalesce(before.closed_at, '-infinity') and e.created_at < c.closed_at) x`,
        problem: `case when c.balance <> coalesce(before.balance, 0) + x.entries
          then format('has a kept balance of %s before %s, but its entries give %s', c.balance, c.closed_at,
            coalesce(before.balance, 0) + x.entries) end`,
      }),
    ],
  },
  {
    name: "no-negative-balance",
    title: "No account is below zero, except the issuance account of a publisher",
    scans: [
      scan({
        ...accounts,
        with: `cross join lateral (select ${whole("c")} as balance) x`,
        problem: `case when c.kind <> 'issuance' and least(c.balance, x.balance) < 0
            then format('(%s) has a balance of %s', c.kind, least(c.balance, x.balance))
          when c.kind = 'issuance' and x.balance > 0 then format('(issuance) has a balance of %s', x.balance) end`,
      }),
    ],
  },
  {
    name: "legs",
    title: "Each leg belongs to a transaction and moves between two accounts of its asset type",
    scans: [
      scan({
        subject: "transaction",
        key: ["asset_type_id", "transaction_id"],
        columns: ["created_at", "debit_account_id", "credit_account_id"],
        from: "ledger_transfer",
        problem: `case
          when not exists (select from ledger_transaction t where t.asset_type_id = c.asset_type_id
            and t.transaction_id = c.transaction_id and t.created_at = c.created_at) then 'has a leg but does not exist'
          when not exists (select from account a where a.asset_type_id = c.asset_type_id and a.account_id = c.debit_account_id)
            or not exists (select from account a where a.asset_type_id = c.asset_type_id and a.account_id = c.credit_account_id)
            then 'has a leg whose account does not exist' end`,
      }),
    ],
  },
  {
    name: "postings",
    title: "The legs of a transaction sum to its amount, and its identifier is used once",
    scans: [
      scan({
        subject: "transaction",
        key: ["transaction_id"],
        columns: ["asset_type_id", "created_at", "amount"],
        from: "ledger_transaction",
        with: `cross join lateral (select coalesce(sum(l.amount), 0) as legs from ledger_transfer l where l.asset_type_id = c.asset_type_id
          and l.transaction_id = c.transaction_id and l.created_at = c.created_at) x`,
        problem: `case when count(*) over (partition by c.transaction_id) > 1 then 'exists more than once'
          when x.legs <> c.amount then format('has an amount of %s, its legs sum to %s', c.amount, x.legs) end`,
      }),
    ],
  },
  {
    name: "payments",
    title:
      "A completed payment has exactly one payment transaction, for its amount, from its wallet to its merchant",
    scans: [
      scan({
        ...payments,
        with: itsTransaction,
        problem: `case when c.status <> 'completed' then case when c.transaction_id is not null then 'is ' || c.status || ' but has a transaction' end
          when t.transaction_id is null then 'is completed, but its transaction does not exist'
          when t.kind <> 'payment' or (t.payment_id, t.merchant_id, t.wallet_id, t.asset_type_id, t.amount)
            is distinct from (c.payment_id, c.merchant_id, c.wallet_id, c.asset_type_id, c.amount)
            then 'differs from its transaction' end`,
      }),
      scan({
        subject: "transaction",
        key: ["transaction_id"],
        columns: ["payment_id"],
        from: "ledger_transaction",
        where: "kind = 'payment'",
        with: "left join payment p on p.payment_id = c.payment_id",
        problem: `case when p.transaction_id is distinct from c.transaction_id then 'is not the transaction that its payment names' end`,
      }),
    ],
  },
  {
    name: "refunds-within-paid",
    title: "The refunded amount of a payment is the sum of its refunds and at most the paid amount",
    scans: [
      scan({
        ...payments,
        with: `cross join lateral (select coalesce(sum(r.amount), 0) as refunds from refund r
          where r.merchant_id = c.merchant_id and r.payment_id = c.payment_id and r.status = 'completed') x`,
        problem: `case when x.refunds > c.amount then format('has an amount of %s, its refunds sum to %s', c.amount, x.refunds)
          when x.refunds <> c.refunded_amount then format('has a refunded amount of %s, its refunds sum to %s', c.refunded_amount, x.refunds)
          when x.refunds > 0 and c.status <> 'completed' then 'has refunds but is ' || c.status end`,
      }),
    ],
  },
  {
    name: "refunds",
    title: "A completed refund has exactly one refund transaction, for its amount",
    scans: [
      scan({
        subject: "refund",
        key: ["refund_id"],
        columns: ["merchant_id", "payment_id", "asset_type_id", "amount", "status", "transaction_id"],
        from: "refund",
        with: itsTransaction,
        problem: `case when c.status <> 'completed' then case when c.transaction_id is not null then 'is ' || c.status || ' but has a transaction' end
          when t.transaction_id is null then 'is completed, but its transaction does not exist'
          when t.kind <> 'refund' or (t.refund_id, t.payment_id, t.merchant_id, t.asset_type_id, t.amount)
            is distinct from (c.refund_id, c.payment_id, c.merchant_id, c.asset_type_id, c.amount)
            then 'differs from its transaction' end`,
      }),
      scan({
        subject: "transaction",
        key: ["transaction_id"],
        columns: ["refund_id"],
        from: "ledger_transaction",
        where: "kind = 'refund'",
        with: "left join refund r on r.refund_id = c.refund_id",
        problem: `case when r.transaction_id is distinct from c.transaction_id then 'is not the transaction that its refund names' end`,
      }),
    ],
  },
  {
    name: "settlements",
    title: "A settlement pays out its payments less its refunds, by one settlement transaction",
    scans: [
      scan({
        subject: "settlement",
        key: ["settlement_id"],
        columns: ["merchant_id", "asset_type_id", "amount", "transaction_id"],
        from: "settlement",
        with: `${itsTransaction}
          cross join lateral (select coalesce(sum(p.amount), 0) as paid from payment p
            where p.merchant_id = c.merchant_id and p.settlement_id = c.settlement_id) p
          cross join lateral (select coalesce(sum(r.amount), 0) as refunded, coalesce(sum(r.from_settled), 0) as from_settled
            from refund r where r.merchant_id = c.merchant_id and r.settlement_id = c.settlement_id) r`,
        problem: `case when c.amount <> p.paid - r.refunded
            then format('pays out %s, its payments less its refunds are %s', c.amount, p.paid - r.refunded)
          when t.transaction_id is null then 'has no transaction'
          when t.kind <> 'settlement' or (t.settlement_id, t.merchant_id, t.asset_type_id, t.amount)
            is distinct from (c.settlement_id, c.merchant_id, c.asset_type_id, p.paid - r.refunded + r.from_settled)
            then 'differs from its transaction' end`,
      }),
    ],
  },
  {
    name: "payouts",
    title: "A final settlement is paid out at most once, for at most its amount",
    scans: [
      scan({
        subject: "settlement",
        key: ["settlement_id"],
        columns: ["merchant_id", "asset_type_id", "amount", "status", "payout_transaction_id"],
        from: "settlement",
        with: "left join ledger_transaction t on t.transaction_id = c.payout_transaction_id",
        problem: `case when c.payout_transaction_id is null then null
          when c.status <> 'finalized' then 'is ' || c.status || ' but was paid out'
          when t.transaction_id is null then 'was paid out, but the transaction does not exist'
          when t.kind <> 'payout' or t.amount > c.amount or (t.settlement_id, t.merchant_id, t.asset_type_id)
            is distinct from (c.settlement_id, c.merchant_id, c.asset_type_id) then 'differs from its payout' end`,
      }),
      scan({
        subject: "transaction",
        key: ["transaction_id"],
        columns: ["settlement_id"],
        from: "ledger_transaction",
        where: "kind = 'payout'",
        with: "left join settlement s on s.settlement_id = c.settlement_id",
        problem: `case when s.payout_transaction_id is distinct from c.transaction_id
          then 'is not the payout transaction that its settlement names' end`,
      }),
    ],
  },
  {
    name: "merchant-balances",
    title:
      "A merchant's balance is its unsettled payments less refunds; its settled funds match its settlements",
    scans: [
      scan({
        ...accounts,
        where: "kind = 'merchant'",
        with: `cross join lateral (select coalesce(sum(p.amount), 0) as paid from payment p
            where p.merchant_id = c.owner_id and p.asset_type_id = c.asset_type_id and p.status = 'completed' and p.settlement_id is null) p
          cross join lateral (select coalesce(sum(r.amount - r.from_settled), 0) as refunded, coalesce(sum(r.from_settled), 0) as from_settled
            from refund r
            where r.merchant_id = c.owner_id and r.asset_type_id = c.asset_type_id and r.status = 'completed' and r.settlement_id is null) r
          cross join lateral (select coalesce(sum(s.amount), 0) as settled,
              coalesce(sum(s.amount) filter (where s.status <> 'finalized'), 0) as in_flight
            from settlement s
            where s.merchant_id = c.owner_id and s.asset_type_id = c.asset_type_id) s
          cross join lateral (select ${whole("c")} as balance) x
          cross join lateral (select coalesce(sum(${whole("a")}), 0) as balance,
              coalesce(sum(a.balance) filter (where a.kind = 'clearing'), 0) as clearing
            from account a
            where a.owner_id = c.owner_id and a.asset_type_id = c.asset_type_id and a.kind in ('clearing', 'settled')) y`,
        problem: `case when x.balance <> p.paid - r.refunded
            then format('has a balance of %s, its unsettled payments less refunds are %s', x.balance, p.paid - r.refunded)
          when y.balance <> s.settled - r.from_settled
            then format('has %s settled or being settled, its settlements less refunds are %s', y.balance, s.settled - r.from_settled)
          when y.clearing > s.in_flight
            then format('has %s being settled, its settlements that are not final sum to %s', y.clearing, s.in_flight) end`,
      }),
    ],
  },
];
