-- Payments of a terminal in an asset type, newest first.
create index concurrently if not exists payment_of_device_and_type on payment (merchant_id, device_id, asset_type_id, status, payment_id)
  where device_id is not null;
