-- What the holder of a certificate's key may do as TLS client of this service.
alter table merchant_certificate
  add column scopes text[] not null default '{}';
