-- Keys that were bound before the rule: the publisher that bound a key first has it. Devices of other publishers with the same key stay as
-- they are until they are revoked.
insert into device_key (key_digest, publisher_id)
  select distinct on (key_digest) key_digest, publisher_id from device where key_digest is not null
  order by key_digest, created_at, device_id
  on conflict (key_digest) do update set publisher_id = excluded.publisher_id
  where device_key.publisher_id <> excluded.publisher_id;
