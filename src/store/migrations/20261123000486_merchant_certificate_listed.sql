-- Certificates of a terminal, newest first.
create index concurrently if not exists merchant_certificate_listed on merchant_certificate (merchant_id, device_id, certificate_id)
  where device_id is not null;
