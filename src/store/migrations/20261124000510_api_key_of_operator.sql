create index concurrently if not exists api_key_of_operator on api_key (api_key_id) where merchant_id is null and publisher_id is null;
