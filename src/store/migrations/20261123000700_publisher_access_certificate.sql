-- Certificates with which publishers prove who they are as TLS clients, beside those of merchants and with a CA of their own: a version
-- that does not know them issues none from their CA and makes no revocation list of it.
create table publisher_access_authority (
  certificate_id uuid primary key,
  certificate bytea not null constraint publisher_access_authority_size check (octet_length(certificate) <= 8192),
  sealed_key bytea not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null
);

-- The publisher that a key belongs to.
create table publisher_access_key (
  key_identifier bytea primary key,
  publisher_id uuid not null references publisher,
  compromised_at timestamptz
);

create table publisher_access_certificate (
  publisher_id uuid not null references publisher,
  certificate_id uuid not null,
  key_identifier bytea not null references publisher_access_key,
  issuer_certificate_id uuid not null references publisher_access_authority (certificate_id),
  certificate bytea not null constraint publisher_access_certificate_size check (octet_length(certificate) <= 8192),
  status text not null default 'active' constraint publisher_access_certificate_status check (status in ('active', 'revoked')),
  not_before timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revocation_reason text constraint publisher_access_certificate_revocation_reason check (revocation_reason in ('unspecified',
    'key_compromise', 'affiliation_changed', 'superseded', 'cessation_of_operation', 'privilege_withdrawn')),
  scopes text[] not null,
  constraint publisher_access_certificate_revoked check ((status = 'revoked') = (revoked_at is not null)),
  constraint publisher_access_certificate_revoked_why check ((status = 'revoked') = (revocation_reason is not null)),
  primary key (publisher_id, certificate_id)
);
create index publisher_access_certificate_of_key on publisher_access_certificate (key_identifier);
create index publisher_access_certificate_withdrawn on publisher_access_certificate (issuer_certificate_id) where status = 'revoked';

-- CAs, keys and certificates of all TLS clients of the service. A row names a merchant or a publisher.
create view access_authority as
  select 'merchant' as holder, certificate_id, certificate, sealed_key, not_after from merchant_authority
  union all select 'publisher', certificate_id, certificate, sealed_key, not_after from publisher_access_authority;

create view access_key as
  select key_identifier, merchant_id, device_id, null::uuid as publisher_id, compromised_at from merchant_key
  union all select key_identifier, null, null, publisher_id, compromised_at from publisher_access_key;

create view access_certificate as
  select merchant_id, device_id, null::uuid as publisher_id, certificate_id, key_identifier, issuer_certificate_id, certificate, status,
    not_before, not_after, created_at, revoked_at, revocation_reason, scopes
  from merchant_certificate
  union all select null, null, publisher_id, certificate_id, key_identifier, issuer_certificate_id, certificate, status,
    not_before, not_after, created_at, revoked_at, revocation_reason, scopes
  from publisher_access_certificate;
