create table merchant (
  merchant_id uuid primary key,
  name text not null constraint merchant_name_length check (char_length(name) between 1 and 120),
  status text not null default 'active' constraint merchant_status check (status in ('active', 'suspended')),
  created_at timestamptz not null
);

create table merchant_settlement_account (
  merchant_id uuid not null references merchant,
  network text not null,
  account text not null constraint merchant_settlement_account_on_network check (starts_with(account, network || ':')),
  primary key (merchant_id, network)
);

create table publisher (
  publisher_id uuid primary key,
  name text not null constraint publisher_name_length check (char_length(name) between 1 and 64),
  status text not null default 'active' constraint publisher_status check (status in ('active', 'suspended')),
  created_at timestamptz not null
);

-- CA certificates of publishers. `hosted`: the service keeps the key, sealed; `external`: only the publisher has it.
create table publisher_certificate (
  publisher_id uuid not null references publisher,
  certificate_id uuid not null,
  custody text not null constraint publisher_certificate_custody check (custody in ('external', 'hosted')),
  serial_number text not null,
  key_identifier bytea not null,
  fingerprint bytea not null constraint publisher_certificate_fingerprint_length check (octet_length(fingerprint) = 32),
  certificate bytea not null constraint publisher_certificate_size check (octet_length(certificate) <= 8192),
  sealed_key bytea constraint publisher_certificate_key check ((custody = 'hosted') = (sealed_key is not null)),
  status text not null default 'active' constraint publisher_certificate_status check (status in ('active', 'revoked')),
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null,
  revoked_at timestamptz constraint publisher_certificate_revoked check ((status = 'revoked') = (revoked_at is not null)),
  primary key (publisher_id, certificate_id)
);
create unique index publisher_certificate_fingerprint on publisher_certificate (fingerprint);
create index publisher_certificate_key_identifier on publisher_certificate (key_identifier);

create table asset_type (
  publisher_id uuid not null references publisher,
  asset_type_id uuid not null,
  code text not null constraint asset_type_code_form check (code ~ '^[A-Z][A-Z0-9]{1,15}$'),
  name text not null constraint asset_type_name_length check (char_length(name) between 1 and 120),
  decimals smallint not null constraint asset_type_decimals check (decimals between 0 and 18),
  refundable boolean not null,
  refund_window_seconds bigint not null
    constraint asset_type_refund_window check (refund_window_seconds between 0 and 315360000),
  created_at timestamptz not null,
  primary key (publisher_id, asset_type_id)
);
create unique index asset_type_id on asset_type (asset_type_id);
create unique index asset_type_code on asset_type (code);

create table asset_type_network (
  publisher_id uuid not null,
  asset_type_id uuid not null,
  ordinal smallint not null,
  network text not null,
  network_asset text not null constraint asset_type_network_asset check (starts_with(network_asset, network || '/')),
  primary key (publisher_id, asset_type_id, network),
  foreign key (publisher_id, asset_type_id) references asset_type
);

create table wallet (
  wallet_id uuid primary key,
  holder_key jsonb not null,
  key_thumbprint text not null,
  created_at timestamptz not null
);
create unique index wallet_key on wallet (key_thumbprint);

-- Credentials. Only a hash of the secret is kept.
create table api_key (
  api_key_id uuid primary key,
  merchant_id uuid references merchant,
  publisher_id uuid references publisher,
  name text not null,
  scopes text[] not null constraint api_key_scopes check (cardinality(scopes) between 1 and 64),
  secret_hash bytea not null constraint api_key_hash_length check (octet_length(secret_hash) = 32),
  status text not null default 'active' constraint api_key_status check (status in ('active', 'revoked')),
  created_at timestamptz not null,
  revoked_at timestamptz constraint api_key_revoked check ((status = 'revoked') = (revoked_at is not null)),
  constraint api_key_one_owner check (num_nonnulls(merchant_id, publisher_id) <= 1)
);
create index api_key_of_merchant on api_key (merchant_id, api_key_id) where merchant_id is not null;
