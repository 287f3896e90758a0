-- Merchants by the beginning of their names, in the order of the names.
create index concurrently if not exists merchant_by_name on merchant (lower(name) collate "C", merchant_id);
