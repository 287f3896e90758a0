-- Events of a tenant by type, in their order.
create index event_of_type on event (tenant_id, type, position);
