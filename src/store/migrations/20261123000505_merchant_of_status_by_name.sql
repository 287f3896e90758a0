-- Merchants with a status by the beginning of their names, in the order of the names.
create index concurrently if not exists merchant_of_status_by_name on merchant (status, lower(name) collate "C", merchant_id);
