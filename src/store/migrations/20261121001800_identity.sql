-- Keys with which publishers sign digital identities, by their certificates.
create table identity_issuer (
  publisher_id uuid not null references publisher,
  certificate_id uuid not null,
  certificate bytea not null constraint identity_issuer_certificate_size check (octet_length(certificate) <= 8192),
  -- SHA-256 of the certificate.
  fingerprint bytea not null constraint identity_issuer_fingerprint_length check (octet_length(fingerprint) = 32),
  -- The CA certificate of the publisher that signed it.
  issuer_certificate_id uuid not null,
  status text not null default 'active' constraint identity_issuer_status check (status in ('active', 'revoked')),
  not_after timestamptz not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (publisher_id, certificate_id),
  foreign key (publisher_id, issuer_certificate_id) references publisher_certificate,
  constraint identity_issuer_revoked_when check ((status = 'revoked') = (revoked_at is not null))
);
create unique index identity_issuer_fingerprint on identity_issuer (fingerprint);

-- Challenges that holders of digital identities are to answer; as verification_challenge, but of a caller instead of an asset: what will
-- be presented is not known yet. Unlogged for the same reason: no used challenge can ever come back.
create unlogged table identity_challenge (
  nonce bytea primary key constraint identity_challenge_nonce_length check (octet_length(nonce) = 32),
  -- Whose it is: nobody else can use it, or use it up.
  caller text not null,
  audience text not null constraint identity_challenge_audience_length check (char_length(audience) between 1 and 255),
  expires_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
