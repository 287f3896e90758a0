create table payment (
  merchant_id uuid not null references merchant,
  payment_id uuid not null,
  asset_type_id uuid not null references asset_type (asset_type_id),
  amount numeric(38, 0) not null constraint payment_amount_positive check (amount > 0),
  status text not null default 'pending'
    constraint payment_status check (status in ('pending', 'completed', 'failed', 'cancelled')),
  failure_reason text constraint payment_failure_reason check ((status = 'failed') = (failure_reason is not null)),
  reference text,
  nonce bytea not null constraint payment_nonce_length check (octet_length(nonce) = 16),
  wallet_id uuid references wallet,
  transaction_id uuid,
  refunded_amount numeric(38, 0) not null default 0
    constraint payment_refunds_within_paid
    check (refunded_amount between 0 and case status when 'completed' then amount else 0 end),
  settlement_id uuid constraint payment_settled_when_paid check (settlement_id is null or status = 'completed'),
  created_at timestamptz not null,
  expires_at timestamptz not null constraint payment_expires_later check (expires_at > created_at),
  ended_at timestamptz constraint payment_ended check ((status = 'pending') = (ended_at is null)),
  constraint payment_paid check ((status = 'completed') = (transaction_id is not null and wallet_id is not null)),
  primary key (merchant_id, payment_id)
);
create unique index payment_id on payment (payment_id);
create unique index payment_reference on payment (reference) where reference is not null;
create unique index payment_transaction on payment (transaction_id) where transaction_id is not null;
create index payment_expiry on payment (expires_at) where status = 'pending';
create index payment_unsettled on payment (merchant_id, asset_type_id) where status = 'completed' and settlement_id is null;
create index payment_of_settlement on payment (merchant_id, settlement_id) where settlement_id is not null;

create table refund (
  merchant_id uuid not null,
  refund_id uuid not null,
  payment_id uuid not null,
  asset_type_id uuid not null references asset_type (asset_type_id),
  original_transaction_id uuid not null,
  amount numeric(38, 0) not null constraint refund_amount_positive check (amount > 0),
  reason text not null constraint refund_reason_length check (char_length(reason) between 1 and 500),
  status text not null constraint refund_status check (status in ('pending', 'completed', 'failed')),
  transaction_id uuid constraint refund_paid check ((status = 'completed') = (transaction_id is not null)),
  -- What came out of money already settled: a later settlement pays that much less.
  from_settled numeric(38, 0) not null default 0
    constraint refund_from_settled check (from_settled between 0 and amount),
  settlement_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz constraint refund_ended check ((status = 'pending') = (ended_at is null)),
  primary key (merchant_id, refund_id),
  foreign key (merchant_id, payment_id) references payment
);
create unique index refund_id on refund (refund_id);
create index refund_of_payment on refund (merchant_id, payment_id);
create index refund_unsettled on refund (merchant_id, asset_type_id) where status = 'completed' and settlement_id is null;

create table settlement (
  merchant_id uuid not null references merchant,
  settlement_id uuid not null,
  asset_type_id uuid not null references asset_type (asset_type_id),
  network text not null,
  network_asset text not null,
  account text not null,
  -- What is transferred on the network: payments less refunds.
  amount numeric(38, 0) not null constraint settlement_amount_positive check (amount > 0),
  status text not null default 'pending'
    constraint settlement_status check (status in ('pending', 'confirmed', 'finalized', 'reverted')),
  transaction_id uuid not null,
  -- The transfer as signed, kept before it is sent, so that a repeat sends the same one.
  reference text,
  sequence bigint,
  signed_transfer bytea,
  constraint settlement_prepared check (num_nonnulls(reference, sequence, signed_transfer) in (0, 3)),
  inclusion text,
  confirmation_count int not null default 0 constraint settlement_confirmations check (confirmation_count >= 0),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null,
  finalized_at timestamptz constraint settlement_final check ((status = 'finalized') = (finalized_at is not null)),
  primary key (merchant_id, settlement_id)
);
create unique index settlement_id on settlement (settlement_id);
create unique index settlement_reference on settlement (network, reference) where reference is not null;
create index settlement_open on settlement (next_attempt_at) where status <> 'finalized';

alter table payment add foreign key (merchant_id, settlement_id) references settlement;
alter table refund add foreign key (merchant_id, settlement_id) references settlement;

-- The next sequence of the account that pays settlements out, one row a network.
create table network_signer (
  network text primary key,
  account text not null,
  next_sequence bigint not null constraint network_signer_sequence check (next_sequence >= 0)
);
