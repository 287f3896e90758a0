-- Transactions of a settlement. Only these have an entry, so that payments cost nothing more.
create index ledger_transaction_settlement on ledger_transaction (settlement_id) where settlement_id is not null;

-- A transaction that began before the clock was advanced may have read the offset of before. While one of them can still be open,
-- that offset counts for what is closed.
alter table business_clock
  add column closed_offset_seconds bigint not null default 0
    constraint business_clock_closed_offset check (closed_offset_seconds >= 0),
  -- Real time after the advance was committed; infinity until somebody has looked at it since.
  add column advanced_at timestamptz not null default '-infinity';

-- Real time before which every transaction of this database that could still write has ended. A transaction takes its time when it
-- begins and shows it at once: the second covers what lies between, and a clock that was set back a little. Sessions that only read
-- hold nothing back. Asked outside a transaction, or its view of the others is an old one.
create function oldest_open_transaction() returns timestamptz
  language sql volatile
  as $$
    select least(clock_timestamp(), min(xact_start)) - interval '1 second'
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name not in ('pda-reading', 'pg_dump', 'pg_dumpall')
  $$;

-- Business time before which the ledger is closed: no movement with an earlier time can still be committed.
create function ledger_closed_before() returns timestamptz
  language plpgsql volatile
  as $$
declare
  oldest timestamptz;
  ahead bigint;
begin
  update business_clock set advanced_at = clock_timestamp() where advanced_at = 'infinity';
  oldest := oldest_open_transaction();
  select case when advanced_at < oldest then offset_seconds else closed_offset_seconds end into ahead from business_clock;
  return date_trunc('milliseconds', oldest) + make_interval(secs => ahead);
end $$;
