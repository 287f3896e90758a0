-- Why TLS failed, as the library names it.
alter table webhook_delivery
  add column tls_error text,
  add constraint webhook_delivery_tls_error check (tls_error is null or (tls_error ~ '^[A-Z0-9_]{1,64}$' and error = 'TLS'));
