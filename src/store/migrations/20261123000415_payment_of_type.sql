-- Payments of a merchant in an asset type, newest first.
create index concurrently if not exists payment_of_type on payment (merchant_id, asset_type_id, status, payment_id);
