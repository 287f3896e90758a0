-- What a merchant says of a payment, and how often it has changed. Columns that are null cost a row nothing.
alter table payment
  add column version int not null default 1 constraint payment_version_positive check (version >= 1),
  add column description text constraint payment_description_length check (char_length(description) between 1 and 500),
  add column order_reference text
    constraint payment_order_reference_length check (char_length(order_reference) between 1 and 64),
  add column metadata jsonb,
  -- The nonce of what was presented at a terminal when the payment was made.
  add column presentation bytea constraint payment_presentation_length check (octet_length(presentation) = 32);

-- A merchant uses what was presented once, for ever. Only payments that were made at a tap have an entry.
create unique index payment_presentation_once on payment (merchant_id, presentation) where presentation is not null;
-- Found by the merchant's own reference; only those that have one have an entry.
create index payment_of_order on payment (merchant_id, order_reference, payment_id) where order_reference is not null;
-- Those that were not paid are few among many that were. A payment enters it when it ends so, never when it is made: an index that it
-- entered at once would cost a seventh of its insertion.
create index payment_unpaid on payment (merchant_id, status, payment_id) where status in ('failed', 'cancelled');
