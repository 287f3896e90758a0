-- The processes of the tiers, each as it last reported itself.
create table process (
  process_id uuid primary key,
  tier text not null constraint process_tier check (tier in ('gateway', 'core', 'worker')),
  version text not null constraint process_version check (length(version) between 1 and 64),
  build_commit text constraint process_build_commit check (length(build_commit) between 1 and 64),
  host text not null constraint process_host check (length(host) between 1 and 253),
  -- By the clock of the process.
  started_at timestamptz not null,
  -- By the clock of the database.
  reported_at timestamptz not null default now(),
  certificate_expires_at timestamptz not null
);
-- For deleting rows of processes that are gone.
create index process_reported on process (reported_at);
