-- Payments of a terminal, newest first.
create index concurrently if not exists payment_of_device on payment (merchant_id, device_id, status, payment_id)
  where device_id is not null;
