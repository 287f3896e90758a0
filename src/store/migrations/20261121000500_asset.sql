create table asset (
  publisher_id uuid not null references publisher,
  asset_id uuid not null,
  kind text not null constraint asset_kind check (kind in ('good', 'ticket', 'identity', 'value')),
  name text not null constraint asset_name_length check (char_length(name) between 1 and 120),
  description text not null constraint asset_description_length check (char_length(description) <= 500),
  networks text[] not null,
  metadata jsonb not null,
  status text not null default 'issued'
    constraint asset_status check (status in ('issued', 'active', 'suspended', 'revoked', 'retired')),
  created_at timestamptz not null,
  primary key (publisher_id, asset_id)
);
create unique index asset_id on asset (asset_id);

-- What happened in an asset's life, append-only.
create table asset_transition (
  publisher_id uuid not null,
  asset_id uuid not null,
  transition_id uuid not null,
  from_status text,
  to_status text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (publisher_id, asset_id, transition_id, created_at),
  foreign key (publisher_id, asset_id) references asset
) partition by range (created_at);
create table asset_transition_default partition of asset_transition default;
create trigger append_only before update or delete on asset_transition for each statement execute function refuse_change();

create table device (
  publisher_id uuid not null,
  device_id uuid not null,
  asset_id uuid not null,
  serial_number text not null constraint device_serial_form check (serial_number ~ '^[0-9A-Za-z:._-]{1,64}$'),
  certificate bytea not null constraint device_certificate_size check (octet_length(certificate) <= 8192),
  -- The CA certificate of the publisher that signed it.
  issuer_certificate_id uuid not null,
  fingerprint bytea not null constraint device_fingerprint_length check (octet_length(fingerprint) = 32),
  status text not null default 'active' constraint device_status check (status in ('active', 'revoked')),
  not_after timestamptz not null,
  created_at timestamptz not null,
  primary key (publisher_id, device_id),
  foreign key (publisher_id, asset_id) references asset,
  foreign key (publisher_id, issuer_certificate_id) references publisher_certificate
);
create unique index device_id on device (device_id);
create unique index device_fingerprint on device (fingerprint);
create index device_of_asset on device (publisher_id, asset_id);

select make_partitions('asset_transition', 12);
