-- Settlements of a merchant by status, newest first.
create index concurrently if not exists settlement_of_status on settlement (merchant_id, status, settlement_id);
