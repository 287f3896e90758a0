-- When the stored transfer was first handed to the network; from then on it is followed.
alter table settlement add column submitted_at timestamptz
  constraint settlement_submitted_when_prepared check (submitted_at is null or reference is not null);

-- What waits to be prepared, and what is sent or followed, each by when it is due.
drop index settlement_open;
create index settlement_unprepared on settlement (network, next_attempt_at) where reference is null;
create index settlement_due on settlement (next_attempt_at) where reference is not null and status <> 'finalized';

-- What is settled next is read in the order of its identifier, which is that of time.
drop index payment_unsettled;
create index payment_unsettled on payment (merchant_id, asset_type_id, payment_id)
  where status = 'completed' and settlement_id is null;
drop index refund_unsettled;
create index refund_unsettled on refund (merchant_id, asset_type_id, refund_id)
  where status = 'completed' and settlement_id is null;
create index refund_of_settlement on refund (merchant_id, settlement_id) where settlement_id is not null;

-- Transfers that a network included for good without moving anything; their settlement was prepared anew. Append-only, and so
-- rare that it is not partitioned.
create table settlement_failed_transfer (
  merchant_id uuid not null,
  settlement_id uuid not null,
  reference text not null,
  sequence bigint not null,
  signed_transfer bytea not null,
  inclusion text not null,
  failed_at timestamptz not null default now(),
  primary key (merchant_id, settlement_id, reference),
  foreign key (merchant_id, settlement_id) references settlement
);
create trigger append_only before update or delete on settlement_failed_transfer
  for each statement execute function refuse_change();
