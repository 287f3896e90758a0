-- Payments of all merchants with an order reference, newest first: the list of an operator.
create index concurrently if not exists payment_listed_by_order on payment (order_reference, payment_id)
  where order_reference is not null;
