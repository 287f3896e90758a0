-- Records of calls in batches, as they commit with their effect. A batch takes the place of a row for each record in `audit_outbox` and then
-- in `audit_record`: the bytes of a record are written once, and its place in the tree is given to the batch where it is.
create table audit_batch (
  -- UUID of the identifier of the first record. Those of the others count on from it.
  batch_id uuid not null,
  -- The time in `batch_id`.
  created_at timestamptz not null,
  count integer not null constraint audit_batch_count check (count between 1 and 1024),
  -- The records in their canonical form (RFC 8785), one after the other, and where each ends.
  records bytea not null,
  ends integer[] not null constraint audit_batch_ends check (cardinality(ends) = count and ends[count] = octet_length(records)),
  -- Hashes of the leaves, one after the other, so that the sequencer does not read the records.
  hashes bytea not null constraint audit_batch_hashes check (octet_length(hashes) = 32 * count),
  -- Place of the first leaf in the tree; null until the sequencer has given it.
  first_position bigint constraint audit_batch_position check (first_position >= 0),
  primary key (batch_id, created_at)
) partition by range (created_at);
-- A part of a long value is read without the rest, and hashes do not become shorter.
alter table audit_batch alter column records set storage external, alter column ends set storage external, alter column hashes set storage external;
create index audit_batch_of_position on audit_batch (first_position, batch_id) where first_position is not null;
create index audit_batch_waiting on audit_batch (batch_id) where first_position is null;
create table audit_batch_default partition of audit_batch default;
-- Append-only, but for the place in the tree, which is given once.
create trigger append_only before delete or update of batch_id, created_at, count, records, ends, hashes on audit_batch
  for each statement execute function refuse_change();
create trigger position_once before update of first_position on audit_batch
  for each row when (old.first_position is not null or new.first_position is null) execute function refuse_change();
select make_partitions('audit_batch', 12);

-- The records of a batch that have a key, such as a tenant: one bit for each record.
create table audit_place (
  key text collate "C" not null,
  batch_id uuid not null,
  created_at timestamptz not null,
  places bit varying(1024) not null,
  primary key (key, batch_id, created_at)
) partition by range (created_at);
create table audit_place_default partition of audit_place default;
create trigger append_only before update or delete on audit_place for each statement execute function refuse_change();
select make_partitions('audit_place', 12);

alter table audit_tile alter column hashes set storage external;
