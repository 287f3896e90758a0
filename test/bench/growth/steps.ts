import type { Size, Template } from "./fill.ts";

/** What the statements name. */
type Values = Template & Size & { readonly issuance: string };

/** One statement, or several without a result. */
export interface Step {
  readonly name: string;
  sql(values: Values): string;
}

/** Months that the rows are spread over. */
const months = 6;
/** Assets, from all over the range, that are left to be given a real device. */
const withoutDevice = 500;
/** Every how many assets one of them comes. */
const every = (assets: number): number => Math.max(1, Math.floor(assets / withoutDevice));
/** Days that answers under idempotency keys are kept, as the product is set when nobody sets it. */
const idempotencyDays = 30;
const merchants = 100;
const wallets = 10_000;
/** Payments of one settlement. */
const settled = 1_000;
/** Minor units of each payment, and what each wallet was given. */
const amount = 12_500_000;
const funds = 1_000_000_000_000_000;

// Accounts of filled owners have identifiers that follow from the owner's number, spread at random as the product's are.
const account = (kind: string, number: string): string => `md5('${kind}' || (${number}))::uuid`;
const walletId = (number: string): string =>
  `('018f0000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
/** The first merchant is the one that the benches call as. */
const merchantId = (number: string, first: string): string =>
  `(case ${number} when 0 then '${first}' else '018f0000-0000-7000-9000-' || lpad(to_hex(${number}), 12, '0') end)::uuid`;

/** Months that have gone by have the partitions that the product made at their time. */
const partitions = `do $$
  declare parent text; start date;
  begin
    foreach parent in array array['ledger_transaction', 'ledger_transfer', 'event', 'asset_transition'] loop
      for back in 1..${months} loop
        start := date_trunc('month', now() at time zone 'UTC')::date - make_interval(months => back);
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          parent || '_' || to_char(start, 'YYYYMM'), parent, (start::timestamp at time zone 'UTC')::text,
          ((start + interval '1 month')::timestamp at time zone 'UTC')::text);
      end loop;
    end loop;
  end $$`;

const staged: readonly Step[] = [
  { name: "partitions of months gone by", sql: () => partitions },
  {
    name: "the plan of payments",
    // Of a hundred 90 are paid and settled, 5 expired, 5 cancelled.
    sql: ({ payments, merchantId: first }) => `create unlogged table bench_payment as
      select n, uuidv7(t - now()) as payment_id, uuidv7(t - now()) as transaction_id, t, ${merchantId("n % 100", first)} as merchant_id,
        n % ${merchants} as merchant, n % ${wallets} as wallet, n / ${merchants * settled} as round,
        case when (n / 100) % 100 < 90 then 'completed' when (n / 100) % 100 < 95 then 'failed' else 'cancelled' end as status
      from (select n, date_trunc('milliseconds', now() - interval '${months} months' * (1 - n / ${payments}.0)) as t
        from generate_series(0, ${payments - 1}) n) x`,
  },
  {
    name: "the plan of assets",
    sql: ({ assets }) => `create unlogged table bench_asset as
      select n, uuidv7(t - now()) as asset_id, uuidv7(t - now()) as device_id, t
      from (select n, date_trunc('milliseconds', now() - interval '${months} months' * (1 - n / ${assets}.0)) as t
        from generate_series(0, ${assets - 1}) n) x`,
  },
  {
    name: "the plan of settlements",
    sql: () => `create unlogged table bench_settlement as
      select merchant, merchant_id, round, uuidv7(max(t) - now()) as settlement_id, uuidv7(max(t) - now()) as transaction_id,
        uuidv7(max(t) - now()) as payout_id, max(t) as t, count(*) * ${amount} as amount
      from bench_payment where status = 'completed' group by 1, 2, 3`,
  },
  {
    name: "settlements",
    sql: ({ assetTypeId, merchantId: first }) => `with made as (
        insert into settlement (merchant_id, settlement_id, asset_type_id, network, network_asset, account, amount, status,
          transaction_id, payout_transaction_id, reference, sequence, attempt, inclusion, confirmation_count, payment_count,
          created_at, submitted_at, finalized_at)
        select s.merchant_id, s.settlement_id, '${assetTypeId}', x.network, x.network_asset, a.account, s.amount, 'finalized',
          s.transaction_id, s.payout_id, 'filled-' || row_number() over (), row_number() over (), 1, 'filled', 64,
          s.amount / ${amount}, s.t, s.t, s.t
        from bench_settlement s, asset_type_network x, merchant_settlement_account a
        where x.asset_type_id = '${assetTypeId}' and a.merchant_id = '${first}' and a.network = x.network
        returning *)
      insert into settlement_transfer (merchant_id, settlement_id, attempt, network, signer, epoch, sequence, reference,
        signed_transfer, prepared_at)
      select merchant_id, settlement_id, 1, network, 'filled', 0, sequence, reference, sha256(settlement_id::text::bytea), created_at
      from made`,
  },
  {
    name: "movements of settlements",
    sql: ({ assetTypeId }) => `with moved as (
        insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, merchant_id, settlement_id, created_at)
        select '${assetTypeId}'::uuid, transaction_id, 'settlement', amount, merchant_id, settlement_id, t from bench_settlement
        union all
        select '${assetTypeId}', payout_id, 'payout', amount, merchant_id, settlement_id, t from bench_settlement)
      insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
      select '${assetTypeId}'::uuid, transaction_id, 0, ${account("merchant", "merchant")}, ${account("clearing", "merchant")}, amount, t
      from bench_settlement
      union all
      select '${assetTypeId}', payout_id, 0, ${account("clearing", "merchant")}, ${account("settled", "merchant")}, amount, t
      from bench_settlement`,
  },
  {
    name: "merchants",
    sql: ({ merchantId: first }) => `insert into merchant (merchant_id, name, status, created_at)
      select ${merchantId("n", first)}, 'Shop ' || n, 'active', now() - interval '${months} months' from generate_series(1, ${merchants - 1}) n`,
  },
  {
    name: "wallets",
    sql: () => `with w as (insert into wallet (wallet_id, holder_key, key_thumbprint, created_at)
      select ${walletId("n")}, jsonb_build_object('kty', 'EC', 'crv', 'P-256', 'x', encode(sha256(n::text::bytea), 'base64'),
        'y', encode(sha256(('y' || n)::bytea), 'base64')), encode(sha256(('t' || n)::bytea), 'base64'), now() - interval '${months} months'
      from generate_series(0, ${wallets - 1}) n returning *)
      insert into holder_key (key_thumbprint, wallet_id, seq, holder_key, created_at)
      select key_thumbprint, wallet_id, 1, holder_key, created_at from w`,
  },
  {
    name: "accounts",
    sql: ({ assetTypeId, issuance, publisherId }) => `
      insert into account (asset_type_id, account_id, kind, owner_id, balance)
      select '${assetTypeId}'::uuid, ${account("wallet", "w")}, 'wallet', ${walletId("w")}, ${funds} - coalesce(p.paid, 0)::numeric
      from generate_series(0, ${wallets - 1}) w
      left join (select wallet, count(*) * ${amount} as paid from bench_payment where status = 'completed' group by 1) p on p.wallet = w
      union all
      select '${assetTypeId}', ${account("merchant", "merchant")}, 'merchant',
        -- The first merchant's own account is the product's to open.
        case merchant when 0 then uuidv7() else merchant_id end, 0 from bench_settlement group by merchant, merchant_id
      union all
      select '${assetTypeId}', ${account("clearing", "merchant")}, 'clearing',
        case merchant when 0 then uuidv7() else merchant_id end, 0 from bench_settlement group by merchant, merchant_id
      union all
      select '${assetTypeId}', ${account("settled", "merchant")}, 'settled',
        case merchant when 0 then uuidv7() else merchant_id end, sum(amount) from bench_settlement group by merchant, merchant_id
      union all
      select '${assetTypeId}', '${issuance}', 'issuance', '${publisherId}', -${funds}::numeric * ${wallets}`,
  },
  {
    name: "money of wallets",
    sql: ({ assetTypeId, issuance, publisherId }) => `with x as materialized (
        select n, uuidv7(-interval '${months} months') as id from generate_series(0, ${wallets - 1}) n),
      moved as (
        insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, publisher_id, wallet_id, created_at)
        select '${assetTypeId}', id, 'issue', ${funds}, '${publisherId}', ${walletId("n")}, now() - interval '${months} months' from x)
      insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
      select '${assetTypeId}', id, 0, '${issuance}', ${account("wallet", "n")}, ${funds}, now() - interval '${months} months' from x`,
  },
  { name: "statistics of the plans", sql: () => "analyze bench_payment, bench_asset" },
];

const payments: Step = {
  name: "payments",
  sql: ({ assetTypeId }) => `
    insert into payment (merchant_id, payment_id, asset_type_id, amount, status, failure_reason, nonce, wallet_id, transaction_id,
      settlement_id, created_at, expires_at, ended_at)
    select p.merchant_id, p.payment_id, '${assetTypeId}', ${amount}, p.status, case p.status when 'failed' then 'EXPIRED' end,
      uuid_send(gen_random_uuid()), case p.status when 'completed' then ${walletId("p.wallet")} end,
      case p.status when 'completed' then p.transaction_id end, s.settlement_id, p.t, p.t + interval '15 minutes', p.t + interval '1 minute'
    from bench_payment p
    left join bench_settlement s on p.status = 'completed' and s.merchant = p.merchant and s.round = p.round
    order by p.n`,
};

const movements: readonly Step[] = [
  {
    name: "movements",
    sql: ({ assetTypeId }) => `
      insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, merchant_id, wallet_id, payment_id, created_at)
      select '${assetTypeId}', transaction_id, 'payment', ${amount}, merchant_id, ${walletId("wallet")}, payment_id, t
      from bench_payment where status = 'completed' order by n`,
  },
  {
    name: "legs",
    sql: ({ assetTypeId }) => `
      insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
      select '${assetTypeId}', transaction_id, 0, ${account("wallet", "wallet")}, ${account("merchant", "merchant")}, ${amount}, t
      from bench_payment where status = 'completed' order by n`,
  },
];

/** Two events a payment, with the data that the product wrote for one. */
const events: Step = {
  name: "events",
  sql: ({ paymentId }) => `with sample as materialized (
      select data from event where type = 'payment.created' limit 1),
    last as materialized (select last_position from event_log),
    recorded as (
      insert into event (tenant_id, position, event_id, merchant_id, type, subject, occurred_at, data, recorded_at)
      select p.merchant_id, l.last_position + 2 * p.n + e, uuidv7(p.t - now()), p.merchant_id,
        case e when 1 then 'payment.created' else 'payment.' || p.status end, 'pay_' || right('${paymentId}' || md5(p.n::text), 26),
        p.t, s.data, p.t
      from bench_payment p, generate_series(1, 2) e, sample s, last l order by p.n, e returning 1)
    update event_log set last_position = last_position + (select count(*) from recorded)`,
};

/** Answers of the days that they are kept for: to creating and to paying. */
const answers: Step = {
  name: "answers under idempotency keys",
  sql: () => `with sample as materialized (select * from idempotency where operation like '%CreatePayment' limit 1)
    insert into idempotency (caller, operation, key, request_hash, response, sealed, created_at)
    select s.caller, case e when 1 then s.operation else replace(s.operation, 'CreatePayment', 'AuthorizePayment') end,
      gen_random_uuid()::text, s.request_hash, s.response, false, p.t
    from bench_payment p, generate_series(1, 2) e, sample s where p.t > now() - interval '${idempotencyDays} days'`,
};

const assets: readonly Step[] = [
  {
    name: "assets",
    sql: ({ assetId, assets }) => `
      insert into asset (publisher_id, asset_id, kind, name, description, networks, metadata, status, created_at)
      select a.publisher_id, x.asset_id, a.kind, a.name, a.description, a.networks, a.metadata,
        case when x.n % ${every(assets)} = 0 then 'issued' else 'active' end, x.t
      from bench_asset x, (select * from asset where asset_id = '${assetId}') a order by x.n`,
  },
  {
    name: "transitions of assets",
    sql: ({ publisherId, assets }) => `
      insert into asset_transition (publisher_id, asset_id, transition_id, from_status, to_status, reason, created_at)
      select '${publisherId}', asset_id, uuidv7(t - now()), case e when 2 then 'issued' end, case e when 1 then 'issued' else 'active' end,
        '', t from bench_asset, generate_series(1, 2) e where e = 1 or n % ${every(assets)} <> 0 order by n, e`,
  },
  {
    name: "devices",
    // Certificates of the right size that nobody presents; the others may get a real device by the interface afterwards.
    sql: ({ assetId, assets }) => `
      insert into device (publisher_id, device_id, asset_id, serial_number, certificate, issuer_certificate_id, fingerprint, status,
        certificate_number, not_after, created_at)
      select d.publisher_id, x.device_id, x.asset_id, 'FILLED-' || x.n, d.certificate || int8send(x.n),
        d.issuer_certificate_id, sha256(d.certificate || int8send(x.n)), 'active',
        substring(d.certificate_number for 20) || int8send(x.n), d.not_after, x.t
      from bench_asset x, (select * from device where asset_id = '${assetId}') d where x.n % ${every(assets)} <> 0 order by x.n`,
  },
];

/** First one after the other, then side by side. */
export const steps: { readonly first: readonly Step[]; readonly parallel: readonly Step[] } = {
  first: staged,
  parallel: [payments, events, ...movements, ...assets, answers],
};
