-- Keys that secrets of this database are sealed with, wrapped by the key that lies outside of it. Without rows, the keys are those that
-- the outer key itself gives: version 0. Only `seal` has further versions. The other two are keys of HMACs, whose results nobody can
-- compute anew.
create table data_key (
  purpose text not null constraint data_key_purpose check (purpose in ('seal', 'digest', 'ownership_tag')),
  version integer not null constraint data_key_version check (version >= 0 and (purpose = 'seal' or version = 0)),
  -- Absent once nothing is sealed with the key any more.
  wrapped_key bytea,
  created_at timestamptz not null default now(),
  -- The newest version that is active seals. A version opens from its creation on.
  active_at timestamptz,
  removed_at timestamptz,
  -- When a process last could not unwrap the key. Such a key must not become active.
  refused_at timestamptz,
  constraint data_key_removed check ((wrapped_key is null) = (removed_at is not null)),
  primary key (purpose, version)
);
