-- Public keys whose owners sign their requests. The private keys never reach the service.
create table public_key (
  public_key_id uuid primary key,
  -- Neither: the operator's.
  merchant_id uuid references merchant,
  publisher_id uuid references publisher,
  device_id uuid constraint public_key_device_of_merchant check (device_id is null or merchant_id is not null),
  name text not null,
  scopes text[] not null constraint public_key_scopes check (cardinality(scopes) between 1 and 64),
  algorithm text not null constraint public_key_algorithm check (algorithm in ('ES256', 'EdDSA', 'PS256')),
  -- SubjectPublicKeyInfo, DER.
  spki bytea not null constraint public_key_size check (octet_length(spki) between 44 and 1024),
  status text not null default 'active' constraint public_key_status check (status in ('active', 'revoked')),
  created_at timestamptz not null,
  revoked_at timestamptz constraint public_key_revoked check ((status = 'revoked') = (revoked_at is not null)),
  expires_at timestamptz constraint public_key_expires_later check (expires_at >= created_at),
  -- Empty: from everywhere.
  allowed_networks cidr[] not null default '{}'
    constraint public_key_networks_at_most check (cardinality(allowed_networks) <= 20),
  last_used_at timestamptz,
  last_use_address inet,
  -- A key takes the place of one, and one takes its place.
  replaces_public_key_id uuid constraint public_key_replaced_once unique references public_key,
  constraint public_key_one_owner check (num_nonnulls(merchant_id, publisher_id) <= 1),
  constraint public_key_of_device foreign key (merchant_id, device_id) references merchant_device
);
-- Each key once and for good, so that a signature names one owner, and a revoked key stays revoked.
create unique index public_key_once on public_key (sha256(spki));
create index public_key_of_merchant on public_key (merchant_id, public_key_id) where merchant_id is not null;
create index public_key_of_publisher on public_key (publisher_id, public_key_id) where publisher_id is not null;
create index public_key_of_terminal on public_key (merchant_id, device_id) where device_id is not null;
