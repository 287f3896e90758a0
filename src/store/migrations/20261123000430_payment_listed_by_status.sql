-- Payments of all merchants by status, newest first: the list of an operator.
create index concurrently if not exists payment_listed_by_status on payment (status, payment_id);
