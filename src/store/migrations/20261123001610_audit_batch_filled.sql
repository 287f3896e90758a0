-- Records that an unreleased version has written, each as a batch of its own: with its position, or still without one.
insert into audit_batch (batch_id, created_at, count, records, ends, hashes, first_position)
select id, timestamptz 'epoch' + ('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::bigint * interval '1 millisecond',
  1, record, array[octet_length(record)], sha256('\x00'::bytea || record), position
from (
  select record_id as id, record, position from audit_record
  union all
  -- The UUID in the identifier, five bits for each character.
  select (lpad(to_hex(substr(bits, 3, 64)::bit(64)::bigint), 16, '0') || lpad(to_hex(substr(bits, 67)::bit(64)::bigint), 16, '0'))::uuid,
    record, null
  from audit_outbox, unnest(records) as record, lateral (
    select string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', letter) - 1)::bit(5)::text, '' order by place) as bits
    from regexp_split_to_table(substr(convert_from(record, 'UTF8')::json ->> 'recordId', 5), '') with ordinality as x (letter, place)
  ) as decoded
) as old;

insert into audit_place (key, batch_id, created_at, places)
select key, batch_id, created_at, B'1'
from audit_batch, lateral (select convert_from(records, 'UTF8')::json as record) as decoded, lateral (values
  ('tenant ' || (record ->> 'tenantId')),
  ('credential ' || (record ->> 'credentialId')),
  ('operation ' || (record ->> 'operation')),
  (case when record ->> 'outcome' <> 'succeeded' then 'outcome ' || (record ->> 'outcome') end)
) as keys (key)
where key is not null;

drop table audit_outbox, audit_record;

alter table audit_log drop column last_recorded_at;
