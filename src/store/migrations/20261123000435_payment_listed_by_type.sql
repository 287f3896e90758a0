-- Payments of all merchants in an asset type, newest first: the list of an operator.
create index concurrently if not exists payment_listed_by_type on payment (asset_type_id, status, payment_id);
