-- Merchants by status, newest first.
create index concurrently if not exists merchant_of_status on merchant (status, merchant_id);
