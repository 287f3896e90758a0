-- Nobody settles or refunds while what is on its way is carried over.
lock table settlement, account, network_signer in share row exclusive mode;

-- `clearing`: what is being paid out and not final yet. `payout`: a settlement became final.
alter table account drop constraint account_kind,
  add constraint account_kind check (kind in ('issuance', 'wallet', 'merchant', 'clearing', 'settled'));
alter table ledger_transaction drop constraint ledger_transaction_kind,
  add constraint ledger_transaction_kind
    check (kind in ('issue', 'payment', 'refund', 'settlement', 'payout', 'transfer'));

-- What was on its way had been credited to the settled account: it is moved to clearing, for each settlement that is not final as
-- much as refunds have left of it. Accounts have the identifiers that src/domain/ledger derives: UUIDv8 of SHA-256 of
-- "<asset type>|<kind>|<merchant>", each written as a TypeID.
create function pg_temp.typeid(prefix text, id uuid) returns text language sql immutable as $$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from 5 * n + 1 for 5)::bit(5)::int + 1, 1), '' order by n)
  from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) x, generate_series(0, 25) n $$;
create function pg_temp.account_of(asset_type uuid, kind text, merchant uuid) returns uuid language sql immutable as $$
  select encode(set_byte(set_byte(digest, 6, get_byte(digest, 6) & 15 | 128), 8, get_byte(digest, 8) & 63 | 128), 'hex')::uuid
  from (select substring(sha256(convert_to(
    pg_temp.typeid('aty', asset_type) || '|' || kind || '|' || pg_temp.typeid('mer', merchant), 'UTF8')) for 16) as digest) x $$;
create function pg_temp.uuid_of_now() returns uuid language sql volatile as $$
  select encode(set_byte(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    6, get_byte(uuid_send(gen_random_uuid()), 6) & 15 | 112), 'hex')::uuid $$;

create temporary table on_its_way on commit drop as
  select merchant_id, settlement_id, asset_type_id, settled, pg_temp.account_of(asset_type_id, 'clearing', merchant_id) as clearing,
    least(amount, greatest(balance - before, 0)) as amount, pg_temp.uuid_of_now() as transaction_id
  from (
    select s.merchant_id, s.settlement_id, s.asset_type_id, s.amount, a.account_id as settled, a.balance,
      coalesce(sum(s.amount) over (partition by s.merchant_id, s.asset_type_id order by s.settlement_id
        rows between unbounded preceding and 1 preceding), 0) as before
    from settlement s join account a on a.owner_id = s.merchant_id and a.kind = 'settled' and a.asset_type_id = s.asset_type_id
    where s.status <> 'finalized') x
  where balance > before;
insert into account (asset_type_id, account_id, kind, owner_id, balance)
  select asset_type_id, clearing, 'clearing', merchant_id, sum(amount) from on_its_way group by 1, 2, 4;
update account a set balance = a.balance - x.amount
  from (select asset_type_id, settled, sum(amount) as amount from on_its_way group by 1, 2) x
  where a.asset_type_id = x.asset_type_id and a.account_id = x.settled;
insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, merchant_id, settlement_id, created_at)
  select asset_type_id, transaction_id, 'settlement', amount, merchant_id, settlement_id, business_now() from on_its_way;
insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
  select asset_type_id, transaction_id, 0, settled, clearing, amount, business_now() from on_its_way;

-- How many items a settlement has, and what it needs to be final besides the network's own rule.
alter table settlement
  add column payment_count int not null default 0 constraint settlement_payment_count check (payment_count >= 0),
  add column refund_count int not null default 0 constraint settlement_refund_count check (refund_count >= 0),
  add column confirmations_required int not null default 1
    constraint settlement_confirmations_required check (confirmations_required >= 1),
  -- The ledger transaction by which it became final; none when refunds had taken all of it before.
  add column payout_transaction_id uuid
    constraint settlement_payout_when_final check (payout_transaction_id is null or status = 'finalized'),
  -- Since when it has been waiting as the next one in the signer's order.
  add column head_since timestamptz,
  -- What a sandbox lets happen to it, and when it did.
  add column rehearsal text constraint settlement_rehearsal check (rehearsal in ('reverted')),
  add column rehearsed_at timestamptz constraint settlement_rehearsed check (rehearsed_at is null or rehearsal is not null);
update settlement s set
  payment_count = (select count(*) from payment p where p.merchant_id = s.merchant_id and p.settlement_id = s.settlement_id),
  refund_count = (select count(*) from refund r where r.merchant_id = s.merchant_id and r.settlement_id = s.settlement_id);

-- A development network that starts from zero begins a new epoch: sequences and references of earlier ones come again.
alter table network_signer add column epoch int not null default 0;

-- Every transfer that was signed for a settlement, stored before it is sent. Those of one sequence exclude each other: at most one
-- of them is ever included, whichever it is. Append-only.
create table settlement_transfer (
  merchant_id uuid not null,
  settlement_id uuid not null,
  attempt int not null constraint settlement_transfer_attempt check (attempt > 0),
  network text not null,
  signer text not null,
  epoch int not null,
  sequence bigint not null constraint settlement_transfer_sequence_not_negative check (sequence >= 0),
  reference text not null,
  signed_transfer bytea not null,
  -- The attempt that this one displaces by a higher fee.
  replaces int constraint settlement_transfer_replaces_earlier check (replaces < attempt),
  prepared_at timestamptz not null default now(),
  primary key (merchant_id, settlement_id, attempt),
  foreign key (merchant_id, settlement_id) references settlement,
  constraint settlement_transfer_place unique (merchant_id, settlement_id, attempt, sequence),
  -- A replacement has the sequence of what it replaces.
  foreign key (merchant_id, settlement_id, replaces, sequence)
    references settlement_transfer (merchant_id, settlement_id, attempt, sequence)
);
-- A sequence is given to one settlement once. Epoch -1 holds what was over before signers and epochs were kept.
create unique index settlement_transfer_reference on settlement_transfer (network, epoch, reference) where epoch >= 0;
create unique index settlement_transfer_sequence on settlement_transfer (network, signer, epoch, sequence)
  where replaces is null and epoch >= 0;

insert into settlement_transfer (merchant_id, settlement_id, attempt, network, signer, epoch, sequence, reference, signed_transfer, prepared_at)
  select merchant_id, settlement_id, row_number() over (partition by merchant_id, settlement_id order by current, prepared_at, sequence),
    network, coalesce((select account from network_signer n where n.network = x.network), 'unknown'), epoch, sequence, reference,
    signed_transfer, prepared_at
  from (
    select f.merchant_id, f.settlement_id, false as current, s.network, -1 as epoch, f.sequence, f.reference, f.signed_transfer,
      f.failed_at as prepared_at
    from settlement_failed_transfer f join settlement s using (merchant_id, settlement_id)
    union all
    select merchant_id, settlement_id, true, network, case status when 'finalized' then -1 else 0 end, sequence, reference,
      signed_transfer, coalesce(submitted_at, now())
    from settlement where reference is not null) x;
create trigger append_only before update or delete on settlement_transfer for each statement execute function refuse_change();

-- Why a transfer that was not included can never be: its sequence is used, for good. Append-only.
create table settlement_transfer_end (
  merchant_id uuid not null,
  settlement_id uuid not null,
  attempt int not null,
  reason text not null constraint settlement_transfer_end_reason check (reason in ('failed', 'displaced', 'network_restarted')),
  -- What shows it: the block of the failure, or the foreign transaction.
  evidence text not null,
  ended_at timestamptz not null default now(),
  primary key (merchant_id, settlement_id, attempt),
  foreign key (merchant_id, settlement_id, attempt) references settlement_transfer
);
insert into settlement_transfer_end (merchant_id, settlement_id, attempt, reason, evidence, ended_at)
  select t.merchant_id, t.settlement_id, t.attempt, 'failed', f.inclusion, f.failed_at
  from settlement_failed_transfer f join settlement_transfer t using (merchant_id, settlement_id, reference);
create trigger append_only before update or delete on settlement_transfer_end
  for each statement execute function refuse_change();
drop table settlement_failed_transfer;

-- The transfer that counts: the one that is included, else the newest.
alter table settlement add column attempt int;
update settlement s set attempt = t.attempt from settlement_transfer t
  where t.merchant_id = s.merchant_id and t.settlement_id = s.settlement_id and t.reference = s.reference;
alter table settlement drop constraint settlement_prepared;
drop index settlement_reference;
alter table settlement drop column signed_transfer,
  add constraint settlement_prepared check (num_nonnulls(reference, sequence, attempt) in (0, 3)),
  add foreign key (merchant_id, settlement_id, attempt, sequence)
    references settlement_transfer (merchant_id, settlement_id, attempt, sequence);

-- What a person decided about a settlement or a signer that could not go on by itself. Append-only.
create table settlement_intervention (
  intervention_id uuid primary key default gen_random_uuid(),
  network text not null,
  merchant_id uuid,
  settlement_id uuid,
  action text not null constraint settlement_intervention_action
    check (action in ('prepare_anew', 'skip_foreign', 'adopt_signer', 'network_restarted')),
  decided_by text not null constraint settlement_intervention_by check (char_length(decided_by) between 1 and 100),
  reason text not null constraint settlement_intervention_reason check (char_length(reason) between 1 and 500),
  detail jsonb not null,
  decided_at timestamptz not null default now(),
  foreign key (merchant_id, settlement_id) references settlement
);
create trigger append_only before update or delete on settlement_intervention
  for each statement execute function refuse_change();

-- What is on its way for a merchant; what is open on a network, in the order of the sequence; the items of a settlement, in order.
create index settlement_in_flight on settlement (merchant_id, asset_type_id) where status <> 'finalized';
create index settlement_sequence_open on settlement (network, sequence) where reference is not null and status <> 'finalized';
drop index payment_of_settlement;
create index payment_of_settlement on payment (merchant_id, settlement_id, payment_id) where settlement_id is not null;
drop index refund_of_settlement;
create index refund_of_settlement on refund (merchant_id, settlement_id, refund_id) where settlement_id is not null;

drop function pg_temp.account_of;
drop function pg_temp.typeid;
drop function pg_temp.uuid_of_now;
