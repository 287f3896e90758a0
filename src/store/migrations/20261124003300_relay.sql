-- Places of relays in the event log, one row for each name.
create table relay_cursor (
  name text primary key constraint relay_cursor_name check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  -- Every event up to this position is in the stream.
  position bigint not null constraint relay_cursor_position check (position >= 0),
  -- Last sequence that the stream acknowledged; 0 before the first one.
  stream_sequence bigint not null default 0 constraint relay_cursor_stream_sequence check (stream_sequence >= 0),
  -- The process that relays, and until when. Real time.
  lease_owner uuid,
  lease_until timestamptz,
  updated_at timestamptz not null default now(),
  constraint relay_cursor_lease check ((lease_owner is null) = (lease_until is null))
) with (fillfactor = 50);
