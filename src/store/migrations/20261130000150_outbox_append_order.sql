-- The oldest events first.
create index concurrently if not exists outbox_append_order on outbox (append_number, event_id);
