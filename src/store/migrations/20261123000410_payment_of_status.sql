-- Payments of a merchant by status, newest first. Failed and cancelled payments have payment_unpaid.
create index concurrently if not exists payment_of_status on payment (merchant_id, status, payment_id)
  where status in ('pending', 'completed');
