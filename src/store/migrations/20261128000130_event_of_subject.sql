-- Events about one resource, in their order.
create index concurrently if not exists event_of_subject on event (subject, position);
