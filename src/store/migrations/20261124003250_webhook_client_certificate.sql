-- A certificate that the service shows as TLS client. `sealed_credential` has its private key.
alter table webhook
  add column certificate_chain text constraint webhook_certificate_length check (char_length(certificate_chain) <= 16384),
  add column certificate_expires_at timestamptz,
  add column certificate_fingerprint text,
  drop constraint webhook_authentication,
  add constraint webhook_authentication check (authentication in ('bearer', 'oauth', 'certificate')),
  add constraint webhook_certificate check ((authentication is not distinct from 'certificate')
    = (num_nonnulls(certificate_chain, certificate_expires_at, certificate_fingerprint) = 3)),
  add constraint webhook_certificate_only check (authentication is not distinct from 'certificate'
    or num_nonnulls(certificate_chain, certificate_expires_at, certificate_fingerprint) = 0);
