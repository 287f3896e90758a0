-- Settlements of all merchants by status, newest first: the list of an operator.
create index concurrently if not exists settlement_listed_by_status on settlement (status, settlement_id);
