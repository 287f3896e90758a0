-- Merchants over time: their addresses and standing, their certificates and terminals, their keys, and where they are paid to.
alter table merchant
  add column version int not null default 1 constraint merchant_version check (version > 0),
  add column website text constraint merchant_website check (char_length(website) between 1 and 200),
  add column support_url text constraint merchant_support_url check (char_length(support_url) between 1 and 200);

-- The operator looks merchants up by how their names begin.
create index merchant_name on merchant (lower(name) text_pattern_ops);

-- When and why merchants were suspended and resumed, append-only.
create table merchant_transition (
  merchant_id uuid not null references merchant,
  transition_id uuid not null default gen_random_uuid(),
  from_status text not null,
  to_status text not null,
  reason text not null constraint merchant_transition_reason_length check (char_length(reason) <= 500),
  created_at timestamptz not null,
  primary key (merchant_id, transition_id)
);
create trigger append_only before update or delete on merchant_transition
  for each statement execute function refuse_change();

-- Terminals of merchants.
create table merchant_device (
  merchant_id uuid not null references merchant,
  device_id uuid not null,
  name text not null constraint merchant_device_name_length check (char_length(name) between 1 and 120),
  status text not null default 'active'
    constraint merchant_device_status check (status in ('active', 'suspended', 'removed')),
  version int not null default 1 constraint merchant_device_version check (version > 0),
  created_at timestamptz not null,
  removed_at timestamptz constraint merchant_device_removed check ((status = 'removed') = (removed_at is not null)),
  primary key (merchant_id, device_id)
);

-- Keys: which terminal they belong to, when they end, whose place they have taken, and when they were last used.
alter table api_key
  add column device_id uuid constraint api_key_device_of_merchant check (device_id is null or merchant_id is not null),
  add column expires_at timestamptz constraint api_key_expires_later check (expires_at >= created_at),
  add column last_used_at timestamptz,
  -- A key takes the place of one, and one takes its place.
  add column replaces_api_key_id uuid constraint api_key_replaced_once unique references api_key,
  add constraint api_key_of_device foreign key (merchant_id, device_id) references merchant_device;
create index api_key_of_terminal on api_key (merchant_id, device_id) where device_id is not null;

-- The CA that merchants' certificates come from, under the trust root: the service keeps its key, sealed. A newer one takes its place
-- before it ends.
create table merchant_authority (
  certificate_id uuid primary key,
  certificate bytea not null constraint merchant_authority_size check (octet_length(certificate) <= 8192),
  sealed_key bytea not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null
);

-- Whose a key is: one merchant's, and one terminal's or the merchant's own.
create table merchant_key (
  key_identifier bytea primary key,
  merchant_id uuid not null references merchant,
  device_id uuid,
  compromised_at timestamptz,
  foreign key (merchant_id, device_id) references merchant_device
);

create table merchant_certificate (
  merchant_id uuid not null references merchant,
  certificate_id uuid not null,
  key_identifier bytea not null references merchant_key,
  device_id uuid,
  issuer_certificate_id uuid not null references merchant_authority (certificate_id),
  certificate bytea not null constraint merchant_certificate_size check (octet_length(certificate) <= 8192),
  status text not null default 'active' constraint merchant_certificate_status check (status in ('active', 'revoked')),
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revocation_reason text constraint merchant_certificate_revocation_reason check (revocation_reason in ('unspecified',
    'key_compromise', 'affiliation_changed', 'superseded', 'cessation_of_operation', 'privilege_withdrawn')),
  constraint merchant_certificate_revoked check ((status = 'revoked') = (revoked_at is not null)),
  constraint merchant_certificate_revoked_why check ((status = 'revoked') = (revocation_reason is not null)),
  primary key (merchant_id, certificate_id),
  foreign key (merchant_id, device_id) references merchant_device
);
create index merchant_certificate_of_key on merchant_certificate (key_identifier);
create index merchant_certificate_of_device on merchant_certificate (merchant_id, device_id) where device_id is not null;
create index merchant_certificate_withdrawn on merchant_certificate (issuer_certificate_id) where status = 'revoked';

-- Where merchants are paid to, as it changes: on each network the change that came into force last holds. Time alone brings a change
-- into force, so that no worker decides which account a settlement goes to.
create table settlement_account_change (
  merchant_id uuid not null references merchant,
  change_id uuid not null,
  network text not null,
  -- CAIP-10; null: none from then on.
  account text constraint settlement_account_on_network check (starts_with(account, network || ':')),
  -- The credential; null for the accounts of the registration.
  requested_by text constraint settlement_account_change_requested_by check (char_length(requested_by) between 1 and 512),
  created_at timestamptz not null,
  effective_at timestamptz not null constraint settlement_account_change_later check (effective_at >= created_at),
  -- Never once it is in force.
  cancelled_at timestamptz constraint settlement_account_change_cancelled_before check (cancelled_at < effective_at),
  -- Whether there is an event that it is in force.
  announced boolean not null default false,
  primary key (merchant_id, change_id)
);
create index settlement_account_change_of_network on settlement_account_change (merchant_id, network, effective_at, change_id)
  where cancelled_at is null;
create index settlement_account_change_due on settlement_account_change (effective_at)
  where cancelled_at is null and not announced;

insert into settlement_account_change (merchant_id, change_id, network, account, created_at, effective_at, announced)
  select merchant_id, gen_random_uuid(), network, account, created_at, created_at, true
  from merchant_settlement_account join merchant using (merchant_id);
drop table merchant_settlement_account;

-- The accounts that are in force at the time of this transaction.
create view merchant_settlement_account as
  select c.merchant_id, c.network, c.account
  from settlement_account_change c
  where c.account is not null and c.cancelled_at is null and c.effective_at <= business_now()
    and not exists (
      select 1 from settlement_account_change later
      where later.merchant_id = c.merchant_id and later.network = c.network and later.cancelled_at is null
        and later.effective_at <= business_now() and (later.effective_at, later.change_id) > (c.effective_at, c.change_id));
