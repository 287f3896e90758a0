create index concurrently if not exists public_key_of_operator on public_key (public_key_id) where merchant_id is null and publisher_id is null;
