-- All keys that holders have and have had. A wallet's present key also stands in the wallet, where every payment reads it; what follows
-- sees to it that the two never differ. A key belongs to one wallet for good: a retired one can neither come back nor make another
-- wallet, because who owns what is known by tags of all keys that a wallet has had.
create table holder_key (
  key_thumbprint text not null constraint holder_key_once primary key,
  wallet_id uuid not null references wallet,
  -- 1 for the key that the wallet was made for.
  seq integer not null constraint holder_key_limit check (seq between 1 and 1000),
  holder_key jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  retired_by text constraint holder_key_retired_by check (retired_by in ('rotation', 'recovery')),
  active boolean not null generated always as (retired_at is null) stored,
  constraint holder_key_retired check ((retired_at is null) = (retired_by is null)),
  constraint holder_key_place unique (wallet_id, seq),
  constraint holder_key_state unique (wallet_id, key_thumbprint, active)
);
-- Never two keys that are valid.
create unique index holder_key_active on holder_key (wallet_id) where retired_at is null;

insert into holder_key (key_thumbprint, wallet_id, seq, holder_key, created_at)
  select key_thumbprint, wallet_id, 1, holder_key, created_at from wallet;

alter table wallet
  add column key_active boolean not null generated always as (true) stored,
  -- The key that may start a recovery; kept by the holder or a custodian, best offline.
  add column recovery_key jsonb,
  add column recovery_thumbprint text,
  add constraint wallet_recovery_key check ((recovery_key is null) = (recovery_thumbprint is null)),
  add constraint wallet_recovery_key_apart check (recovery_thumbprint <> key_thumbprint),
  -- The key of a wallet is the one of its keys that is not retired.
  add constraint wallet_key_active foreign key (wallet_id, key_thumbprint, key_active)
    references holder_key (wallet_id, key_thumbprint, active) deferrable initially deferred;

-- Requests to replace a lost key.
create table wallet_recovery (
  recovery_id uuid primary key,
  wallet_id uuid not null references wallet,
  status text not null constraint wallet_recovery_status
    check (status in ('pending', 'completed', 'vetoed', 'replaced', 'expired')),
  old_thumbprint text not null,
  new_thumbprint text not null constraint wallet_recovery_two_keys check (new_thumbprint <> old_thumbprint),
  new_key jsonb not null,
  -- SHA-256 of what the recovery key has signed: the same statement again is the same recovery.
  statement_digest bytea not null constraint wallet_recovery_digest_length check (octet_length(statement_digest) = 32),
  created_at timestamptz not null,
  -- From when on it can be completed, and until when.
  effective_at timestamptz not null constraint wallet_recovery_delayed check (effective_at > created_at),
  expires_at timestamptz not null constraint wallet_recovery_expires_later check (expires_at > effective_at),
  ended_at timestamptz constraint wallet_recovery_ended check ((status = 'pending') = (ended_at is null)),
  constraint wallet_recovery_waited check (status <> 'completed' or ended_at >= effective_at)
);
create unique index wallet_recovery_open on wallet_recovery (wallet_id) where status = 'pending';
create unique index wallet_recovery_statement on wallet_recovery (wallet_id, statement_digest);
create index wallet_recovery_of_wallet on wallet_recovery (wallet_id, recovery_id);

-- What holders have signed that could be sent a second time within its life and would then have its effect again: each nonce of a
-- wallet counts once.
create table wallet_statement (
  wallet_id uuid not null references wallet,
  nonce text not null constraint wallet_statement_nonce check (char_length(nonce) between 22 and 86),
  digest bytea not null constraint wallet_statement_digest_length check (octet_length(digest) = 32),
  -- Of a transfer of value, the movement that it made.
  transaction_id uuid,
  -- When it had its effect.
  created_at timestamptz not null,
  constraint wallet_statement_once primary key (wallet_id, nonce)
);

alter table ledger_transaction
  drop constraint ledger_transaction_kind,
  add constraint ledger_transaction_kind
    check (kind in ('issue', 'payment', 'refund', 'settlement', 'payout', 'transfer'));
