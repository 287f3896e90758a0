-- Publishers by status, newest first.
create index concurrently if not exists publisher_of_status on publisher (status, publisher_id);
