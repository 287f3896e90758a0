-- Events as they are committed with their effect; the sequencer moves them to `event`, giving each its position.
create table outbox (
  tenant_id uuid not null,
  event_id uuid not null,
  merchant_id uuid,
  publisher_id uuid,
  type text not null,
  subject text not null,
  occurred_at timestamptz not null,
  data bytea not null constraint outbox_data_size check (octet_length(data) <= 65536),
  constraint outbox_one_tenant check (num_nonnulls(merchant_id, publisher_id) = 1),
  primary key (tenant_id, event_id)
);
create index outbox_order on outbox (event_id);

-- The event log, append-only. Positions are given after commit, by one sequencer at a time, without gaps: a reader that has
-- seen position n never finds a new event at or below n.
create table event (
  tenant_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  merchant_id uuid,
  publisher_id uuid,
  type text not null,
  subject text not null,
  occurred_at timestamptz not null,
  data bytea not null,
  recorded_at timestamptz not null default now(),
  primary key (tenant_id, position, recorded_at)
) partition by range (recorded_at);
create index event_position on event (position);
create index event_id on event (event_id);
create table event_default partition of event default;
create trigger append_only before update or delete on event for each statement execute function refuse_change();

create table event_log (
  singleton boolean primary key default true constraint event_log_singleton check (singleton),
  last_position bigint not null default 0
);
insert into event_log default values;

-- What a request with an idempotency key was answered, committed together with its effect.
create table idempotency (
  caller text not null,
  operation text not null,
  key text not null constraint idempotency_key_length check (char_length(key) between 1 and 255),
  request_hash bytea not null,
  response bytea not null,
  -- The response holds a secret and is encrypted.
  sealed boolean not null,
  created_at timestamptz not null default now(),
  primary key (caller, operation, key)
);
create index idempotency_age on idempotency (created_at);

select make_partitions('event', 12);
