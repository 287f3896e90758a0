-- The oldest event of each tenant.
create index concurrently if not exists outbox_append_order_of_tenant on outbox (tenant_id, append_number, event_id);
