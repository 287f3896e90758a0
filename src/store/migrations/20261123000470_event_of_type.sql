-- Events of a tenant by type, in their order.
create index concurrently if not exists event_of_type on event (tenant_id, type, position);
