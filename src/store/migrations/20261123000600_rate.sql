-- What callers may still ask for: one token bucket for each subject of a quota, for the whole installation. Unlogged, because a crash may
-- forget it: every bucket is then full. Subjects are keyed hashes, so the table names no address.
create unlogged table quota_bucket (
  subject bytea primary key constraint quota_bucket_subject_length check (octet_length(subject) = 16),
  -- Units in the bucket at `asked_at`, before the lease. Below 0 while callers have spent more than it held.
  level double precision not null,
  wanted integer not null,
  granted integer not null generated always as (greatest(0, least(wanted, floor(level)))::integer) stored,
  asked_at timestamptz not null,
  units_per_second integer not null,
  capacity integer not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Wrong credentials, by address and by address and key together. A row counts down by one each minute.
create unlogged table credential_failure (
  subject bytea primary key constraint credential_failure_subject_length check (octet_length(subject) = 16),
  failures integer not null constraint credential_failure_counts check (failures > 0),
  last_failed_at timestamptz not null
) with (fillfactor = 50);
