-- Records of calls as they commit with their effect; the sequencer moves them to `audit_record`, each to its place in the tree.
create table audit_outbox (
  batch_id uuid primary key,
  records bytea[] not null constraint audit_outbox_records check (cardinality(records) between 1 and 1024)
);

-- The audit log, append-only. A record is the leaf of a Merkle tree at `position`. The other columns repeat members of the record.
create table audit_record (
  record_id uuid not null,
  position bigint not null constraint audit_record_position check (position >= 0),
  tenant_id text collate "C",
  credential_id text collate "C",
  operation text collate "C" not null,
  outcome text collate "C" not null,
  created_at timestamptz not null,
  -- The record in its canonical form (RFC 8785).
  record bytea not null constraint audit_record_size check (octet_length(record) <= 16384),
  -- When the record got its position; never earlier than that of an earlier position.
  recorded_at timestamptz not null,
  primary key (record_id, recorded_at)
) partition by range (recorded_at);
create index audit_record_position on audit_record (position);
create index audit_record_of_tenant on audit_record (tenant_id, record_id) where tenant_id is not null;
create index audit_record_of_credential on audit_record (credential_id, record_id) where credential_id is not null;
create table audit_record_default partition of audit_record default;
create trigger append_only before update or delete on audit_record for each statement execute function refuse_change();

-- The tree's hashes (C2SP tlog-tiles): 256 of a level in each tile, one after the other; fewer in the last tile of a level.
create table audit_tile (
  level smallint not null,
  index bigint not null,
  hashes bytea not null constraint audit_tile_size check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, index)
);

create table audit_log (
  singleton boolean primary key default true constraint audit_log_singleton check (singleton),
  size bigint not null default 0,
  last_recorded_at timestamptz not null default '-infinity',
  -- The first position whose record retention has left.
  retained_from bigint not null default 0
);
insert into audit_log default values;

-- Signed heads of the tree (C2SP tlog-checkpoint), append-only.
create table audit_checkpoint (
  size bigint primary key,
  note text not null,
  created_at timestamptz not null default now()
);
create trigger append_only before update or delete on audit_checkpoint for each statement execute function refuse_change();

-- Keys of the audit log, sealed: the one that signs checkpoints under a name, and the one for the keyed hashes of addresses.
create table audit_key (
  purpose text primary key constraint audit_key_purpose check (purpose in ('checkpoint', 'address')),
  name text not null,
  public_key bytea,
  sealed_key bytea not null,
  created_at timestamptz not null default now()
);

select make_partitions('audit_record', 12);
