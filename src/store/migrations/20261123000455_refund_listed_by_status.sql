-- Refunds of all merchants by status, newest first: the list of an operator.
create index concurrently if not exists refund_listed_by_status on refund (status, refund_id);
