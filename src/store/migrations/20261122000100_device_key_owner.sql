-- The publisher of each chip's key. A signing request proves that its signer has the key, and names neither publisher nor asset, so
-- anyone who sees the request can send it again. The key therefore stays with the publisher that bound it first, also after its device
-- is revoked.
create table device_key (
  -- SHA-256 of the SubjectPublicKeyInfo, as in device.key_digest.
  key_digest bytea primary key constraint device_key_digest_size check (octet_length(key_digest) = 32),
  publisher_id uuid not null
);

-- A trigger rather than a statement of the service: processes of the version before this one, which run during an upgrade, keep the
-- rule too.
create function take_device_key() returns trigger
  language plpgsql
  as $$
begin
  insert into device_key (key_digest, publisher_id) values (new.key_digest, new.publisher_id) on conflict do nothing;
  -- The insert has waited for a concurrent one of the same key, and this statement sees what that one committed.
  if not exists (select 1 from device_key where key_digest = new.key_digest and publisher_id = new.publisher_id) then
    raise exception 'the key belongs to another publisher' using errcode = 'unique_violation', constraint = 'device_key_of_publisher';
  end if;
  return new;
end $$;

create trigger take_device_key before insert on device
  for each row when (new.key_digest is not null) execute function take_device_key();
