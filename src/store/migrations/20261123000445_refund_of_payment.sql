-- Refunds of a payment, newest first.
create index concurrently if not exists refund_of_payment_listed on refund (merchant_id, payment_id, refund_id);
