-- Events of all tenants by type, in their order: the list of an operator.
create index concurrently if not exists event_listed_by_type on event (type, position);
