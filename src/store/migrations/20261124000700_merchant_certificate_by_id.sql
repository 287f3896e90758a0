-- An access certificate is an OAuth client, which is named by the identifier of the certificate alone.
create index concurrently if not exists merchant_certificate_by_id on merchant_certificate (certificate_id);
