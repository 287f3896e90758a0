-- Endpoints of tenants that events are sent to. A deleted endpoint stays for its history.
create table webhook (
  webhook_id uuid primary key,
  tenant_id uuid not null,
  merchant_id uuid references merchant,
  publisher_id uuid references publisher,
  url text not null constraint webhook_url_length check (char_length(url) between 1 and 2048),
  description text not null default '' constraint webhook_description_length check (char_length(description) <= 200),
  -- Types of events to send; at least one.
  event_types text[] not null constraint webhook_event_types check (cardinality(event_types) between 1 and 64),
  -- Whether an event comes without its resource.
  thin boolean not null default false,
  -- Whether events are sent one after the other, in the order of the log.
  ordered boolean not null default false,
  -- Whether requests are also signed with a key of the service.
  public_key_signature boolean not null default false,
  -- Requests at once.
  concurrency integer not null default 10 constraint webhook_concurrency check (concurrency between 1 and 50),
  -- Requests in a second; null for as many as the receiver takes.
  rate integer constraint webhook_rate check (rate between 1 and 1000),
  status text not null default 'unverified' constraint webhook_status check (status in ('unverified', 'enabled', 'disabled', 'deleted')),
  disabled_reason text constraint webhook_disabled_reason check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  -- When the receiver is asked to verify the endpoint, next; null while it is not asked. Business time.
  verify_at timestamptz,
  -- Times that it has been asked since a caller wanted it.
  verify_attempts integer not null default 0 constraint webhook_verify_attempts check (verify_attempts >= 0),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_owner check (tenant_id = coalesce(merchant_id, publisher_id) and num_nonnulls(merchant_id, publisher_id) = 1),
  constraint webhook_reason_of_disabled check ((status = 'disabled') = (disabled_reason is not null)),
  constraint webhook_verified check (verify_at is null or status = 'unverified')
);
create index webhook_of_tenant on webhook (tenant_id, webhook_id) where status <> 'deleted';
create index webhook_to_verify on webhook (verify_at) where verify_at is not null;

-- Secrets that deliveries are signed with: two while one replaces the other.
create table webhook_secret (
  webhook_id uuid not null references webhook,
  secret_id uuid not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Real time from which the secret is used no longer; null for the one that is in use.
  expires_at timestamptz,
  primary key (webhook_id, secret_id)
);
create unique index webhook_secret_in_use on webhook_secret (webhook_id) where expires_at is null;

-- How far an enabled endpoint has come. Every event of its tenant up to `position` is delivered or has a row in `webhook_retry`, except
-- that an ordered endpoint stops before an event that failed. Times are business time, except those of the lease.
create table webhook_cursor (
  webhook_id uuid primary key references webhook,
  tenant_id uuid not null,
  position bigint not null constraint webhook_cursor_position check (position >= 0),
  -- Number of the last event up to `position` that was for this endpoint.
  sequence bigint not null default 0 constraint webhook_cursor_sequence check (sequence >= 0),
  -- Real time; events after `position` were recorded at most an hour before. Spares a search of older months.
  recorded_since timestamptz not null default now(),
  -- Position of the last event of the tenant of one of the endpoint's types.
  ready_position bigint not null default 0,
  -- When there is something to do: an event after `position`, or a retry; null while there is nothing.
  due_at timestamptz,
  -- Nothing is sent before: the receiver has asked for a pause, or has failed too often in a row.
  held_until timestamptz,
  -- Failures in a row that count for the circuit breaker.
  failures integer not null default 0 constraint webhook_cursor_failures check (failures >= 0),
  -- First failure since the last success.
  failing_since timestamptz,
  -- The worker that has the endpoint, and until when. Real time.
  lease_owner uuid,
  lease_until timestamptz,
  constraint webhook_cursor_lease check ((lease_owner is null) = (lease_until is null)),
  constraint webhook_cursor_failing check ((failures = 0) = (failing_since is null))
) with (fillfactor = 50);
create index webhook_cursor_due on webhook_cursor (due_at) where due_at is not null;
create index webhook_cursor_of_tenant on webhook_cursor (tenant_id);

-- Events to send again: after a failure, or because the receiver asks for them.
create table webhook_retry (
  webhook_id uuid not null references webhook,
  event_id uuid not null,
  position bigint not null,
  sequence bigint not null,
  -- Attempts so far. 0 for an event that is only sent because the receiver asks for it.
  attempts integer not null constraint webhook_retry_attempts check (attempts >= 0),
  -- When to send it. Business time.
  next_at timestamptz not null,
  primary key (webhook_id, event_id)
);
create index webhook_retry_next on webhook_retry (webhook_id, next_at);

-- One row for each attempt to deliver an event. Rows never change; a month is removed as a whole.
create table webhook_delivery (
  delivery_id uuid not null,
  webhook_id uuid not null,
  tenant_id uuid not null,
  event_id uuid not null,
  position bigint not null,
  sequence bigint not null,
  attempt integer not null constraint webhook_delivery_attempt check (attempt >= 1),
  -- Real time.
  created_at timestamptz not null,
  duration_ms integer not null constraint webhook_delivery_duration check (duration_ms >= 0),
  -- HTTP status of the answer; null when there was none.
  status integer constraint webhook_delivery_status check (status between 100 and 999),
  -- Why the attempt failed; null when it succeeded.
  error text constraint webhook_delivery_error check (error ~ '^[A-Z_]{1,40}$'),
  -- First bytes of the answer, encrypted with a key that no rotation changes, because rows never change; null when it had none.
  encrypted_answer bytea,
  -- When the event is sent again; null when it is not.
  next_at timestamptz,
  primary key (webhook_id, delivery_id, created_at),
  constraint webhook_delivery_next check (next_at is null or error is not null)
) partition by range (created_at);
create index webhook_delivery_succeeded on webhook_delivery (webhook_id, position) where error is null;
create index webhook_delivery_of_event on webhook_delivery (webhook_id, event_id);
create table webhook_delivery_default partition of webhook_delivery default;
create trigger append_only before update or delete on webhook_delivery for each statement execute function refuse_change();
select make_partitions('webhook_delivery', 12);

-- Ed25519 keys of the service that sign deliveries, as `signing_key` has the others. They have a table of their own, because version 0.1.0
-- publishes every key of that table as a key of P-256.
create table webhook_signing_key (
  purpose text not null constraint webhook_signing_key_purpose check (purpose = 'webhook'),
  -- RFC 7638 thumbprint.
  key_id text not null constraint webhook_signing_key_id_form check (key_id ~ '^[A-Za-z0-9_-]{43}$'),
  public_key jsonb not null,
  -- PKCS #8 DER, encrypted; absent once it has signed for the last time.
  sealed_key bytea,
  signs_from timestamptz not null,
  signs_until timestamptz,
  published_until timestamptz,
  created_at timestamptz not null default now(),
  constraint webhook_signing_key_ended check ((signs_until is null) = (published_until is null)),
  constraint webhook_signing_key_present check (signs_until is not null or sealed_key is not null),
  primary key (purpose, key_id)
);
create unique index webhook_signing_key_open on webhook_signing_key (purpose) where signs_until is null;
