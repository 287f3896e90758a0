-- Events of all tenants by type, in their order: the list of an operator.
create index event_listed_by_type on event (type, position);
