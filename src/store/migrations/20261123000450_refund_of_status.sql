-- Refunds of a merchant by status, newest first.
create index concurrently if not exists refund_of_status on refund (merchant_id, status, refund_id);
