-- What an asset type asks of its assets, and how often it was changed.
alter table asset_type
  add column transferable boolean not null default true,
  add column minimum_assurance text not null default 'static'
    constraint asset_type_minimum_assurance check (minimum_assurance in ('static', 'dynamic_mac', 'proof_of_possession')),
  add column capabilities text[] not null default '{}'
    constraint asset_type_capabilities check (cardinality(capabilities) <= 32),
  add column version int not null default 1 constraint asset_type_version check (version > 0);

-- The type that an asset is of, if its publisher named one.
alter table asset
  add column asset_type_id uuid,
  add constraint asset_of_type foreign key (publisher_id, asset_type_id) references asset_type;

alter table publisher
  add column version int not null default 1 constraint publisher_version check (version > 0);

-- When and why publishers were suspended and resumed, append-only.
create table publisher_transition (
  publisher_id uuid not null references publisher,
  transition_id uuid not null default gen_random_uuid(),
  from_status text not null,
  to_status text not null,
  reason text not null constraint publisher_transition_reason_length check (char_length(reason) <= 500),
  created_at timestamptz not null,
  primary key (publisher_id, transition_id)
);
create trigger append_only before update or delete on publisher_transition
  for each statement execute function refuse_change();

-- Why a certificate was revoked (RFC 5280 §5.3.1); `unspecified` where no reason was stated.
alter table publisher_certificate
  add column revocation_reason text
    constraint publisher_certificate_revocation_reason check (revocation_reason in ('unspecified', 'key_compromise',
      'ca_compromise', 'affiliation_changed', 'superseded', 'cessation_of_operation', 'privilege_withdrawn'));
update publisher_certificate set revocation_reason = 'unspecified' where status = 'revoked';
alter table publisher_certificate
  add constraint publisher_certificate_revoked_why check ((status = 'revoked') = (revocation_reason is not null));

create index api_key_of_publisher on api_key (publisher_id, api_key_id) where publisher_id is not null;
