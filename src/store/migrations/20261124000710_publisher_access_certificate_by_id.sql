create index concurrently if not exists publisher_access_certificate_by_id on publisher_access_certificate (certificate_id);
